/** Dragging a token on the board: the game master puts anybody on any square. */

import type { Board, Combatant, Command } from '../api/schema';
import { squareName } from '../words/squares';

interface Square {
  x: number;
  y: number;
}

export class Carry {
  /** Combatant whose token is dragged. */
  who = $state.raw<Combatant | null>(null);
  /** Square that it would be put on: the left upper one of a large creature. */
  square = $state.raw<Square | null>(null);
  /** Square of the token under the pointer, counted from its left upper one. */
  private hold: Square = { x: 0, y: 0 };

  constructor(private readonly board: () => Board) {}

  /** Squares that it takes up across. */
  get size(): number {
    return Math.max(1, this.who?.position?.size ?? 1);
  }

  begin(who: Combatant, at: Square | null): void {
    const from = who.position;
    if (!from) return;
    this.who = who;
    this.hold = at === null ? { x: 0, y: 0 } : { x: at.x - from.x, y: at.y - from.y };
  }

  /** Follows the pointer; a token does not stick out of the board. */
  over(at: Square | null): void {
    const from = this.who?.position;
    if (at === null || !from) {
      this.square = null;
      return;
    }
    const { width, height } = this.board();
    const within = (value: number, most: number): number =>
      Math.max(0, Math.min(value, most - this.size));
    const x = within(at.x - this.hold.x, width);
    const y = within(at.y - this.hold.y, height);
    this.square = x === from.x && y === from.y ? null : { x, y };
  }

  /** Lets go; returns the command that puts it there, or nothing if it stays. */
  drop(): Command | null {
    const { who, square } = this;
    this.cancel();
    if (who === null || square === null) return null;
    return { kind: 'text', text: `put ${who.name} ${squareName(square.x, square.y)}` };
  }

  cancel(): void {
    this.who = null;
    this.square = null;
  }
}

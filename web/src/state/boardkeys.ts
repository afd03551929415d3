/** Keys on the board: arrows aim, Enter does it. */

import type { Board, Combatant } from '../api/schema';
import type { Aim } from './aim.svelte';
import type { AreaTool } from './areatool.svelte';
import type { BoardView } from './view.svelte';

interface Square {
  x: number;
  y: number;
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Keys of the area's cursor: arrows move it, Enter picks where it stands. */
export function steerArea(event: KeyboardEvent, area: AreaTool, view: BoardView): void {
  const arrow = ARROWS[event.key];
  if (arrow) {
    area.move(...arrow);
    view.reveal(area.cursor);
  } else if (event.key === 'Enter' || event.key === ' ') {
    area.pick(area.cursor);
  } else {
    return;
  }
  event.preventDefault();
}

interface OnToken {
  board: Board;
  aim: Aim;
  area: AreaTool;
  /** Whether whoever is shown can be moved now. */
  movable: boolean;
  /** Points at a square for everybody. */
  point: (square: Square | null) => void;
  /** Shows the actions of a combatant. */
  show: (name: string) => void;
}

/** Keys of a token: arrows aim its move, Enter moves it or shows its actions. */
export function typeOnToken(event: KeyboardEvent, one: Combatant, on: OnToken): void {
  const { board, aim, area, movable } = on;
  const isEnter = event.key === 'Enter' || event.key === ' ';
  const arrow = ARROWS[event.key];
  if (area.open) {
    if (!isEnter || !one.position) return;
    area.pick(one.position);
  } else if (event.key === 'Enter' && event.altKey) {
    on.point(one.position ?? null);
  } else if (isEnter) {
    if (one.name === aim.mover?.name && aim.target) aim.declare();
    else on.show(one.name);
  } else if (event.key === 'Escape' && aim.square) {
    aim.square = null;
    return;
  } else if (arrow && one.name === aim.mover?.name && movable && one.position) {
    const from = aim.square ?? one.position;
    aim.square = {
      x: Math.min(board.width - 1, Math.max(0, from.x + arrow[0])),
      y: Math.min(board.height - 1, Math.max(0, from.y + arrow[1])),
    };
  } else {
    return;
  }
  event.preventDefault();
}

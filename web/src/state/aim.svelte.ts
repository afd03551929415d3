/** Moving somebody on the board: where it can get to, and the square that is aimed at. */

import { body } from '../api/client';
import type { Choice, Combatant, Reach, Reachable } from '../api/schema';
import type { Desk } from './desk.svelte';

interface Square {
  x: number;
  y: number;
}

export class Aim {
  reach = $state.raw<Reach | null>(null);
  /** The square under the pointer, or the cursor of the arrow keys. */
  square = $state.raw<Square | null>(null);
  /** Which of several ways to move. */
  wanted = $state<string | null>(null);

  constructor(private readonly desk: Desk) {}

  /** Who would move: whoever's activities are shown. */
  get mover(): Combatant | undefined {
    return this.desk.shown === null ? undefined : this.desk.fight.combatant(this.desk.shown);
  }

  /** What it could move with. */
  get ways(): Choice[] {
    const options = this.mover && this.desk.fight.optionsOf(this.mover.name);
    return options?.legal.filter((choice) => choice.step) ?? [];
  }

  get way(): Choice | undefined {
    const ways = this.ways;
    return ways.find((choice) => choice.activity === this.wanted) ?? ways[0];
  }

  /** Where it can get to, without where it stands. */
  get squares(): Reachable[] {
    const here = this.mover?.position?.square;
    return this.reach?.squares.filter((one) => one.square !== here) ?? [];
  }

  /** The square aimed at, if it can be reached. */
  get target(): Reachable | undefined {
    const square = this.square;
    return square === null
      ? undefined
      : this.squares.find((one) => one.x === square.x && one.y === square.y);
  }

  /** Asks where the mover can get to; to be called in an effect. */
  look(): () => void {
    const who = this.mover?.name;
    const sequence = this.desk.fight.state?.sequence;
    const abort = new AbortController();
    this.square = null;
    if (who === undefined || this.way === undefined) {
      this.reach = null;
    } else {
      const request = this.desk.fight.api.GET('/api/v1/encounters/{encounter}/reach', {
        params: { path: { encounter: this.desk.fight.id }, query: { who } },
        signal: abort.signal,
      });
      body(request).then(
        (reach) => {
          if (!abort.signal.aborted && reach.sequence === sequence) this.reach = reach;
        },
        () => undefined,
      );
    }
    return () => abort.abort();
  }

  /** Moves to the square aimed at. */
  declare(): void {
    const [choice, target, actor] = [this.way, this.target, this.mover?.name];
    this.square = null;
    if (choice === undefined || target === undefined || actor === undefined) return;
    this.desk.step(actor, choice, target.square);
  }
}

/** The tool that lays an area on the board: its shape, where it begins and points, whom it catches. */

import { body } from '../api/client';
import type { Board, Combatant } from '../api/schema';
import {
  catches,
  coveredSquares,
  isDirected,
  isSame,
  originAt,
  type Area,
  type Footprint,
  type AreaShape,
  type Square,
} from './area';
import type { Desk } from './desk.svelte';
import { IN_SQUARES, squareLength } from './length';

/** The thing that the next tap or Enter does. */
export type Step = 'origin' | 'direction' | 'done';

export class AreaTool {
  open = $state(false);
  shape = $state<AreaShape>('burst');
  step = $state<Step>('origin');
  /** The square that the arrow keys move; taps and the mouse put it somewhere. */
  cursor = $state.raw<Square>({ x: 0, y: 0 });
  /** Where a cone or line begins, once that is chosen. */
  private begun = $state.raw<Square | null>(null);
  /** Sizes in squares, each shape with its own. */
  private sizes = $state<Record<AreaShape, number>>({ burst: 2, cone: 3, line: 6, square: 3 });
  /** Combatants switched on or off by hand. */
  private switched = $state<Record<string, boolean>>({});
  private length = $state.raw(IN_SQUARES);

  constructor(private readonly desk: Desk) {}

  private board(): Pick<Board, 'width' | 'height'> {
    return this.desk.fight.state?.board ?? { width: 0, height: 0 };
  }

  get isDirected(): boolean {
    return isDirected(this.shape);
  }

  get unit(): string | null {
    return this.length.unit;
  }

  /** How many of the unit one square is long. */
  get per(): number {
    return this.length.per;
  }

  /** Radius, length or side in the rulebook's unit. */
  get size(): number {
    return this.sizes[this.shape] * this.length.per;
  }

  set size(size: number) {
    if (size > 0) this.sizes[this.shape] = size / this.length.per;
  }

  private get tokens(): Combatant[] {
    return this.desk.fight.state?.combatants.filter((one) => one.position) ?? [];
  }

  private get footprints(): Footprint[] {
    return this.tokens.flatMap((one) => (one.position ? [one.position] : []));
  }

  readonly area = $derived.by((): Area | null => {
    if (!this.open) return null;
    const origin = originAt(this.begun ?? this.cursor, this.footprints);
    const direction = this.isDirected && this.begun !== null ? this.cursor : null;
    return { shape: this.shape, size: this.sizes[this.shape], origin, direction };
  });

  readonly squares = $derived.by((): Square[] => {
    const { width, height } = this.board();
    return this.area === null ? [] : coveredSquares(this.area, width, height);
  });

  /** Everybody within the area. */
  readonly caught = $derived.by((): Combatant[] => {
    const area = this.area;
    if (area === null) return [];
    return this.tokens.filter((one) => one.position && catches(area, one.position));
  });

  /** Everybody within it who is not switched off; who is out of the fight has to be switched on. */
  readonly picked = $derived(
    this.caught.filter((one) => this.switched[one.name] ?? !one.out).map((one) => one.name),
  );

  /** Shows the tool; it begins where whoever acts stands. */
  begin(): void {
    const { width, height } = this.board();
    const shown = this.desk.shown === null ? undefined : this.desk.fight.combatant(this.desk.shown);
    this.cursor = shown?.position ??
      this.footprints[0] ?? { x: Math.floor(width / 2), y: Math.floor(height / 2) };
    this.restart();
    this.open = true;
    const path = { ruleset: this.desk.fight.state?.ruleset ?? '' };
    body(this.desk.fight.api.GET('/api/v1/rulesets/{ruleset}', { params: { path } })).then(
      (book) => (this.length = squareLength(book.sheet)),
      () => undefined,
    );
  }

  close(): void {
    this.open = false;
    this.desk.marking = null;
  }

  choose(shape: AreaShape): void {
    const origin = this.begun ?? this.cursor;
    this.shape = shape;
    this.restart();
    this.cursor = origin;
  }

  /** Chooses a square: where the area begins, then where it points; after that it begins anew. */
  pick(square: Square): void {
    if (this.isDirected && this.step === 'direction') {
      this.cursor = square;
      this.step = 'done';
      return;
    }
    this.restart();
    this.cursor = square;
    if (this.isDirected) this.begun = square;
    this.step = this.isDirected ? 'direction' : 'done';
  }

  /** Draws from one square towards another. */
  draw(from: Square, to: Square): void {
    if (this.begun === null || !isSame(this.begun, from)) this.switched = {};
    this.begun = from;
    this.cursor = to;
    this.step = 'direction';
  }

  /** The drawing ends. */
  finish(): void {
    this.step = 'done';
  }

  /** Follows the mouse while it is chosen where a cone or line points. */
  hover(square: Square | null): void {
    if (this.step === 'direction' && square !== null) this.cursor = square;
  }

  /** Moves the cursor by keys; a finished area goes on from where it is. */
  move(dx: number, dy: number): void {
    const { width, height } = this.board();
    if (this.step === 'done') this.step = this.begun === null ? 'origin' : 'direction';
    this.cursor = {
      x: Math.min(width - 1, Math.max(0, this.cursor.x + dx)),
      y: Math.min(height - 1, Math.max(0, this.cursor.y + dy)),
    };
  }

  isPicked(name: string): boolean {
    return this.picked.includes(name);
  }

  toggle(name: string): void {
    this.switched[name] = !this.isPicked(name);
  }

  private restart(): void {
    this.begun = null;
    this.switched = {};
    this.step = 'origin';
  }
}

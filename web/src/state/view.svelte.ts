/**
 * The part of the board that is seen: everybody at first, then as somebody zooms and drags. A strip
 * along the top and the left edge is kept free for the names of columns and rows.
 */

import type { Board, Combatant } from '../api/schema';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Squares of room around everybody, and the fewest that are shown. */
const MARGIN = 2;
const SQUARES_MIN = 7;
const ZOOM_MAX = 12;
/** Pixels of a square that is easy to read; where everybody fits only in smaller ones, the view can
    follow whoever acts. Below the second number it does so from the beginning. */
const SQUARE_MIN = 18;
const SQUARE_TINY = 7;
/** The whole map is shown if it is hardly smaller than everybody: squares of this share. */
const WHOLE_SHARE = 0.75;
/** Pixels of the strips for the names of columns and rows. */
export const STRIP = { left: 24, top: 18 } as const;
/** Pixels that a token has at least across, and how much larger than its square it may become. */
const TOKEN_MIN = 26;
const GROWTH_MAX = 3.5;
/** Pixels of its initials at least, units they have, and how much they may grow beyond the token. */
const LETTERS_MIN = 11;
const LETTERS = 17;
const LETTERING_MAX = 1.5;

export class BoardView {
  /** The size of the drawing on the screen. */
  width = $state(0);
  height = $state(0);
  /** What somebody has zoomed to. */
  private chosen = $state.raw<Box | null>(null);
  /** Whether the view goes with whoever acts, if somebody has said so. */
  private follows = $state<boolean | null>(null);

  constructor(
    private readonly board: () => Board,
    private readonly people: () => readonly Combatant[],
    /** Units of the drawing per square. */
    readonly cell: number,
    /** The combatant who acts. */
    private readonly actor: () => Combatant | undefined,
  ) {}

  /** Somebody has zoomed or dragged. */
  get isMoved(): boolean {
    return this.chosen !== null;
  }

  /** All that is drawn, strips included, in units of the drawing. */
  get box(): Box {
    const { x, y, w, h } = this.inner;
    if (this.width === 0) return { x, y, w, h };
    const [left, top] = [STRIP.left / this.scale, STRIP.top / this.scale];
    return { x: x - left, y: y - top, w: w + left, h: h + top };
  }

  /** The part that is seen beside the strips, in the shape of the screen's part. */
  get inner(): Box {
    return this.shaped(this.chosen ?? (this.isFollowing ? this.followed() : this.everybody()));
  }

  /** Everybody at once is hard to read. */
  get isLarge(): boolean {
    return this.squareOf(this.everybody()) < SQUARE_MIN;
  }

  private get isFollowing(): boolean {
    return this.follows ?? this.squareOf(this.everybody()) < SQUARE_TINY;
  }

  /** Pixels of a square if a box is shown. */
  private squareOf(box: Box): number {
    if (this.width === 0) return Infinity;
    return (this.free.w / this.shaped(box).w) * this.cell;
  }

  /** Pixels beside the strips. */
  private get free(): { w: number; h: number } {
    const { width, height } = this;
    return { w: Math.max(1, width - STRIP.left), h: Math.max(1, height - STRIP.top) };
  }

  /** Pixels per unit. */
  get scale(): number {
    return this.width === 0 ? 1 : this.free.w / this.inner.w;
  }

  /** How much larger than their squares tokens are drawn, to stay legible. */
  get growth(): number {
    return Math.min(GROWTH_MAX, Math.max(1, TOKEN_MIN / (this.cell * this.scale)));
  }

  /** How much larger than their tokens initials are drawn. */
  get lettering(): number {
    const pixels = LETTERS * this.growth * this.scale;
    return Math.min(LETTERING_MAX, Math.max(1, LETTERS_MIN / pixels));
  }

  fit(): void {
    this.chosen = null;
    this.follows = false;
  }

  /** Goes with whoever acts from now on. */
  follow(): void {
    this.chosen = null;
    this.follows = true;
  }

  /** Drags just as far as it takes to see a square. */
  reveal({ x, y }: { x: number; y: number }): void {
    const { inner, cell } = this;
    const shift = (at: number, from: number, length: number): number =>
      Math.min(0, at * cell - from) + Math.max(0, (at + 1) * cell - from - length);
    const [dx, dy] = [shift(x, inner.x, inner.w), shift(y, inner.y, inner.h)];
    if (dx !== 0 || dy !== 0) this.chosen = { ...inner, x: inner.x + dx, y: inner.y + dy };
  }

  whole(): void {
    this.chosen = this.wholeBox;
  }

  private get wholeBox(): Box {
    const { width, height } = this.board();
    return { x: 0, y: 0, w: width * this.cell, h: height * this.cell };
  }

  /** Nearer by a factor; what is at a point stays there. */
  zoom(factor: number, at?: { x: number; y: number }): void {
    const box = this.inner;
    const { width, height } = this.board();
    const widest = Math.max(width, height, SQUARES_MIN) * this.cell * 1.5;
    const w = Math.min(widest, Math.max(widest / ZOOM_MAX / 1.5, box.w / factor));
    const share = w / box.w;
    const about = at ?? { x: box.x + box.w / 2, y: box.y + box.h / 2 };
    this.chosen = {
      x: about.x - (about.x - box.x) * share,
      y: about.y - (about.y - box.y) * share,
      w,
      h: box.h * share,
    };
  }

  /** Drags by pixels. */
  pan(dx: number, dy: number): void {
    const { inner, scale } = this;
    this.chosen = { ...inner, x: inner.x - dx / scale, y: inner.y - dy / scale };
  }

  /** The squares about whoever acts, as many as are legible; nothing beyond the board. */
  private followed(): Box {
    const all = this.everybody();
    const scale = this.cell / SQUARE_MIN;
    const [w, h] = [this.free.w * scale, this.free.h * scale];
    const at = this.actor()?.position;
    const { width, height } = this.board();
    const place = (middle: number, length: number, most: number): number => {
      const spare = most * this.cell - length;
      return spare < 0 ? spare / 2 : Math.max(0, Math.min(middle - length / 2, spare));
    };
    return {
      x: place(at ? (at.x + at.size / 2) * this.cell : all.x + all.w / 2, w, width),
      y: place(at ? (at.y + at.size / 2) * this.cell : all.y + all.h / 2, h, height),
      w,
      h,
    };
  }

  /** Everybody on the board, or all of it where that costs little. */
  private everybody(): Box {
    const [all, whole] = [this.around(), this.wholeBox];
    return this.squareOf(whole) >= this.squareOf(all) * WHOLE_SHARE ? whole : all;
  }

  /** Everybody on the board, with some room. */
  private around(): Box {
    const board = this.board();
    const at = this.people().flatMap((one) => (one.position ? [one.position] : []));
    if (at.length === 0) return this.wholeBox;
    const span = (low: number, high: number, most: number): readonly [number, number] => {
      const [from, to] = [Math.max(0, low - MARGIN), Math.min(most, high + 1 + MARGIN)];
      const lack = Math.max(0, Math.min(SQUARES_MIN, most) - (to - from)) / 2;
      return [from - lack, to + lack];
    };
    const ends = at.map((one) => [one.x + one.size - 1, one.y + one.size - 1] as const);
    const [left, right] = span(
      Math.min(...at.map((one) => one.x)),
      Math.max(...ends.map(([x]) => x)),
      board.width,
    );
    const [top, bottom] = span(
      Math.min(...at.map((one) => one.y)),
      Math.max(...ends.map(([, y]) => y)),
      board.height,
    );
    const cell = this.cell;
    return { x: left * cell, y: top * cell, w: (right - left) * cell, h: (bottom - top) * cell };
  }

  /** The same part in the shape of the screen's part, with more on the sides where there is room. */
  private shaped(box: Box): Box {
    if (this.width === 0 || this.height === 0) return box;
    const shape = this.free.w / this.free.h;
    const w = Math.max(box.w, box.h * shape);
    const h = w / shape;
    return { x: box.x - (w - box.w) / 2, y: box.y - (h - box.h) / 2, w, h };
  }
}

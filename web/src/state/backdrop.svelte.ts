/** A picture under the board, kept on this device; where it lies is said in squares. */

import { shrink } from './shrink';

export interface Backdrop {
  /** The picture as a `data:` address. */
  picture: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const KEY = 'turnwright.backdrop.';
/** Larger pictures are made smaller, so that the device can keep them. */
const PIXELS_MAX = 1600;

export class Backdrops {
  current = $state.raw<Backdrop | null>(null);

  constructor(private readonly encounter: string) {
    try {
      this.current = JSON.parse(localStorage.getItem(KEY + encounter) ?? 'null') as Backdrop | null;
    } catch {
      // There is none.
    }
  }

  /** Lays a picture under the whole board. */
  async lay(file: File, width: number, height: number): Promise<void> {
    const picture = await shrink(file, PIXELS_MAX);
    this.set({ picture, x: 0, y: 0, width, height });
  }

  move(change: Partial<Backdrop>): void {
    if (this.current !== null) this.set({ ...this.current, ...change });
  }

  set(backdrop: Backdrop | null): void {
    this.current = backdrop;
    try {
      if (backdrop === null) localStorage.removeItem(KEY + this.encounter);
      else localStorage.setItem(KEY + this.encounter, JSON.stringify(backdrop));
    } catch {
      // It is too large to be kept: it is there until the page is closed.
    }
  }
}

/** Pictures on the tokens of a fight, by name, kept on this device. */

import { shrinkSquare } from './shrink';

const KEY = 'turnwright.portraits.';
/** Pixels along an edge: enough for a token, little enough to keep many. */
const PIXELS = 96;

export class Portraits {
  private pictures = $state.raw<Readonly<Record<string, string>>>({});

  constructor(private readonly encounter: string) {
    try {
      this.pictures = JSON.parse(localStorage.getItem(KEY + encounter) ?? '{}') as Record<
        string,
        string
      >;
    } catch {
      // There are none.
    }
  }

  /** The picture as a `data:` address, if there is one. */
  of(name: string): string | undefined {
    return this.pictures[name];
  }

  /** Takes a file as somebody's picture; says whether it is one. */
  async choose(name: string, file: File): Promise<boolean> {
    try {
      this.keep({ ...this.pictures, [name]: await shrinkSquare(file, PIXELS) });
      return true;
    } catch {
      return false;
    }
  }

  remove(name: string): void {
    this.keep(Object.fromEntries(Object.entries(this.pictures).filter(([one]) => one !== name)));
  }

  /** Carries a picture over to a new name. */
  rename(from: string, to: string): void {
    const picture = this.pictures[from];
    if (picture === undefined || from === to) return;
    this.remove(from);
    this.keep({ ...this.pictures, [to]: picture });
  }

  private keep(pictures: Readonly<Record<string, string>>): void {
    this.pictures = pictures;
    try {
      localStorage.setItem(KEY + this.encounter, JSON.stringify(pictures));
    } catch {
      // They are too large to be kept: they are there until the page is closed.
    }
  }
}

/** A fight of one's own while it is put together: heroes, opponents, map. */

import type { Item } from './importing.svelte';
import { filled, type Filled } from './sheets';

/** Some of a kind: from the rulebook's creatures, or with a sheet of their own. */
export interface Foes {
  name: string;
  count: number;
  sheet: Filled | null;
}

const COUNT_MAX = 60;

export class Planning {
  title = $state('');
  heroes = $state<Filled[]>([]);
  foes = $state<Foes[]>([]);
  /** One text a row; none without a board. */
  map = $state<string[] | null>(null);

  get isComplete(): boolean {
    return this.heroes.length > 0 && this.foes.length > 0;
  }

  /** Adds some; more of those that are there already only count up. */
  addFoes(name: string, count: number, sheet: Filled | null): void {
    const there = this.foes.find((one) => one.name === name);
    if (there) there.count = Math.min(COUNT_MAX, there.count + count);
    else this.foes.push({ name, count, sheet });
  }

  /** Adds creatures that were read from files: characters of players as heroes. */
  addImported(items: readonly Item[]): void {
    for (const { found, sheet } of items) {
      if (found.hero) this.heroes.push(filled(sheet));
      else this.addFoes(sheet.name, 1, filled(sheet));
    }
  }

  changeCount(name: string, by: number): void {
    const there = this.foes.find((one) => one.name === name);
    if (there === undefined) return;
    there.count = Math.min(COUNT_MAX, there.count + by);
    if (there.count <= 0) this.foes = this.foes.filter((one) => one.name !== name);
  }
}

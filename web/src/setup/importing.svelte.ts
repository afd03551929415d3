/** Files of other programs on their way into the library or into a fight. */

import type { Api } from '../api/client';
import { FILE_MAX, keepSheets, readFile, readTogether } from '../api/files';
import type { CreatureReading, Problem, ReadCreature, SheetValues } from '../api/schema';
import { problemOf } from '../state/fight.svelte';
import { t } from '../words/language.svelte';

/** A file that was read. */
export interface Reading {
  name: string;
  file: Blob;
  answer: CreatureReading;
}

/** A file that was not read. */
export interface Refused {
  file: File;
  problem: Problem;
}

/** A creature of a file, with its sheet as it would be kept. */
export interface Item {
  found: ReadCreature;
  sheet: SheetValues;
  taken: boolean;
  /** Why it cannot be kept as it is. */
  wrong: string;
}

/** Files that are read as one at most. */
const TOGETHER_MAX = 30;

export class Importing {
  readings = $state.raw<Reading[]>([]);
  refused = $state.raw<Refused[]>([]);
  items = $state<Item[]>([]);
  /** Files read so far, and those to be read; none while nothing is going on. */
  progress = $state.raw<{ done: number; all: number } | null>(null);
  problem = $state.raw<Problem | null>(null);

  constructor(
    private readonly api: Api,
    private readonly ruleset: string,
  ) {}

  get isOpen(): boolean {
    return this.progress !== null || this.readings.length > 0 || this.refused.length > 0;
  }

  get taken(): Item[] {
    return this.items.filter((item) => item.taken && item.wrong === '');
  }

  /** Creatures that the server has read but not shown. */
  get unseen(): number {
    return this.readings.reduce((sum, { answer }) => sum + answer.count, 0) - this.items.length;
  }

  clear(): void {
    this.readings = [];
    this.refused = [];
    this.items = [];
    this.progress = null;
    this.problem = null;
  }

  readText(text: string): Promise<void> {
    return this.read([new File([text], t.creatures.pasted)]);
  }

  /** Reads files as one where all of them are read; otherwise one after the other, and those that
      cannot be read are named beside the others. */
  async read(files: readonly File[]): Promise<void> {
    if (files.length === 0 || this.progress !== null) return;
    this.clear();
    if (files.length > 1 && (await this.readAll(files))) return;
    for (const [done, file] of files.entries()) {
      this.progress = { done: done + 1, all: files.length };
      await this.readOne(file);
    }
    this.progress = null;
  }

  private async readAll(files: readonly File[]): Promise<boolean> {
    if (files.length > TOGETHER_MAX) return false;
    if (files.reduce((sum, file) => sum + file.size, 0) > FILE_MAX) return false;
    this.progress = { done: 1, all: 1 };
    try {
      const answer = await readTogether(this.api, this.ruleset, files);
      // A file that is not read is better told on its own; more creatures come in pages.
      if (answer.more || answer.remarks.some((one) => one.trim().startsWith('not read')))
        return false;
      const name = files.map((file) => file.name).join(', ');
      this.readings = [{ name, file: files[0] ?? new Blob(), answer }];
      this.items = answer.creatures.map(itemOf);
      return true;
    } catch {
      return false;
    } finally {
      this.progress = null;
    }
  }

  private async readOne(file: File): Promise<void> {
    const { name } = file;
    const refuse = (problem: Problem) => (this.refused = [...this.refused, { file, problem }]);
    if (file.size > FILE_MAX) {
      refuse(problemOf(new Error(t.creatures.tooLarge)));
      return;
    }
    // Folders look like files until they are read.
    const readable = await file
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => null);
    if (readable === null) {
      refuse(problemOf(new Error(t.creatures.noFile)));
      return;
    }
    try {
      const answer = await readFile(this.api, this.ruleset, file, name);
      this.readings = [...this.readings, { name, file, answer }];
      this.items.push(...answer.creatures.map(itemOf));
    } catch (error) {
      refuse(problemOf(error));
    }
  }

  /** Takes a sheet that was changed by hand; the server looks at it when it is kept. */
  change(item: Item, sheet: SheetValues): void {
    item.sheet = sheet;
    item.wrong = '';
    item.taken = true;
  }

  /** Keeps the creatures taken; whether that has worked. */
  async keep(): Promise<boolean> {
    this.problem = null;
    this.progress = { done: 1, all: 1 };
    try {
      if (this.unseen > 0 && this.taken.length === this.items.length) {
        for (const { name, file } of this.readings)
          await readFile(this.api, this.ruleset, file, name, true);
      } else {
        await keepSheets(
          this.api,
          this.ruleset,
          this.taken.map((item) => item.sheet),
        );
      }
      return true;
    } catch (error) {
      this.problem = problemOf(error);
      return false;
    } finally {
      this.progress = null;
    }
  }
}

function itemOf(found: ReadCreature): Item {
  const wrong = found.fields.map((field) => `${field.label}: ${field.message}`).join('; ');
  return { found, sheet: found.creature.sheet, taken: wrong === '', wrong };
}

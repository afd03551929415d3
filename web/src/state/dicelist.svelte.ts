/** Dice of everybody in one list, before the first round: typed faces, checked one roll at a time. */

import type { Decision, Line } from '../api/schema';
import { dieSizes } from '../words/dice';
import { t } from '../words/language.svelte';
import { grouped } from '../words/names';
import type { Fight } from './fight.svelte';
import { isInitiative } from './initiative';

/** More rolls than any fight has before its first round. */
const ROLLS_MAX = 300;

/**
 * Returns everybody whose number comes from one roll: those who get the number of the roller in the
 * lines behind the dice, with nothing but words in between.
 */
export function coveredBy(about: string, lines: readonly Line[]): string[] {
  const from = lines.findIndex((line) => line.sort === 'rolled');
  const behind = lines.slice(from + 1);
  const end = behind.findIndex((line) => !line.number && line.sort !== 'said');
  const numbers = behind.slice(0, end < 0 ? undefined : end).flatMap(({ number }) => number ?? []);
  const own = numbers.find((one) => one.combatant === about);
  if (from < 0 || own === undefined) return [about];
  const alike = numbers.filter(
    (one) => one.combatant !== about && one.attribute === own.attribute && one.to === own.to,
  );
  return [about, ...alike.map((one) => one.combatant)];
}

/** Returns why faces can't be what dice show, and the place of the first that is wrong. */
export function wrongFace(
  faces: readonly string[],
  sizes: readonly number[],
): { at: number; text: string } | null {
  const at = sizes.findIndex((size, at) => {
    const face = Number(faces[at] ?? '');
    return !/^\d+$/.test(faces[at]?.trim() ?? '') || face < 1 || face > size;
  });
  return at < 0 ? null : { at, text: t.fight.dice.wrong(sizes[at] ?? 0) };
}

export class DiceList {
  /** Typed faces by name. */
  typed = $state<Record<string, string[]>>({});
  /** Faces of those who have rolled. */
  rolled = $state<Record<string, string>>({});
  /** The field that is marked, and why. */
  wrong = $state.raw<{ name: string; at: number; text: string } | null>(null);
  /** What else there is to say, such as numbers that nobody needs. */
  note = $state.raw<string | null>(null);
  busy = $state(false);
  /** The note that was shown when somebody wanted to go on. */
  private read: string | null = null;
  /** Everybody whose number comes from somebody else's roll. */
  private covered = $state.raw<Readonly<Record<string, readonly string[]>>>({});
  private looked = -1;
  private looking: Promise<void> = Promise.resolve();
  /** Names whose dice lie on the table: they are asked again, should they roll again. */
  private readonly byHand: string[] = [];
  private asked = -1;

  constructor(private readonly fight: Fight) {}

  /** The dice that are waited for. */
  get pending(): Decision | null {
    const decision = this.fight.state?.decision;
    const rolls = decision?.kind === 'roll' && decision.yours && isInitiative(this.fight);
    return rolls ? decision : null;
  }

  get sizes(): number[] {
    return dieSizes(this.pending?.dice ?? '');
  }

  /** Names in the order of the setup, without those covered by another's roll. */
  get names(): string[] {
    const covered = Object.values(this.covered).flat();
    const people = this.fight.state?.combatants.filter((one) => !one.out) ?? [];
    return people.map((one) => one.name).filter((name) => !covered.includes(name));
  }

  /** `Goblin 1–5` where one roll counts for all of them; otherwise nothing. */
  countsFor(name: string): string {
    const others = this.covered[name] ?? [];
    return others.length === 0 ? '' : grouped([name, ...others]);
  }

  /** Finds out for whom the dice count that are waited for. */
  look(): Promise<void> {
    const pending = this.pending;
    if (pending === null || this.looked === pending.id) return this.looking;
    this.looked = pending.id;
    this.looking = this.preview(pending);
    return this.looking;
  }

  private async preview(pending: Decision): Promise<void> {
    const about = pending.about ?? '';
    const faces = this.sizes.map(() => 1);
    try {
      const command = { kind: 'roll', faces, hidden: false } as const;
      const { lines } = await this.fight.preview(command, new AbortController().signal);
      const others = coveredBy(about, lines).slice(1);
      // Whoever has rolled has a number of their own.
      this.cover(
        about,
        others.filter((name) => this.rolled[name] === undefined),
      );
    } catch {
      // Everybody is listed: the server says who rolls.
    }
  }

  private cover(about: string, others: string[]): void {
    if (others.length === 0) return;
    this.covered = { ...this.covered, [about]: others };
    const superfluous = others.filter((name) => this.isTyped(name));
    if (superfluous.length > 0) {
      this.note = t.fight.dice.oneRoll(grouped([about, ...others]), grouped(superfluous));
      const [first] = superfluous;
      if (!this.isTyped(about) && first !== undefined) this.typed[about] = this.typed[first] ?? [];
    }
    for (const name of others) this.typed[name] = [];
  }

  private isTyped(name: string): boolean {
    return (this.typed[name] ?? []).some((face) => face.trim() !== '');
  }

  /** Rolls the dice that are waited for, as typed; says whether it went on. */
  async rollOne(): Promise<boolean> {
    const pending = this.pending;
    if (pending === null) return false;
    const { about, id } = pending;
    const name = about ?? '';
    await this.look();
    // What was typed for others is gone: that is to be read first.
    if (this.note !== null && this.read !== this.note) {
      this.read = this.note;
      return false;
    }
    this.wrong = null;
    this.note = null;
    const sizes = this.sizes;
    const typed = (this.typed[name] ?? []).slice(0, sizes.length);
    const byHand = this.isTyped(name);
    if (!byHand && this.byHand.includes(name) && this.asked !== id) {
      this.asked = id;
      this.wrong = { name, at: 0, text: t.fight.dice.again(pending.dice ?? '') };
      return false;
    }
    const wrong = byHand ? wrongFace(typed, sizes) : null;
    if (wrong !== null) {
      this.wrong = { name, ...wrong };
      return false;
    }
    const faces = byHand ? typed.map(Number) : null;
    if (!(await this.fight.give({ kind: 'roll', faces, hidden: false }))) {
      this.wrong = { name, at: 0, text: this.fight.problem?.message ?? t.device.problems.other };
      this.fight.dismiss();
      return false;
    }
    if (byHand) this.byHand.push(name);
    this.typed[name] = [];
    this.rolled[name] = byHand ? typed.join(' + ') : this.fell(name);
    return true;
  }

  /** What the server's dice showed. */
  private fell(name: string): string {
    const lines = this.fight.log.at(-1)?.lines ?? [];
    const dice = lines.find((line) => line.dice && line.about[0] === name)?.dice?.dice ?? [];
    return dice.map((die) => die.face).join(' + ');
  }

  /** Rolls for everybody; says whether there is nothing left to type. */
  async rollAll(): Promise<boolean> {
    this.busy = true;
    let count = 0;
    while (count < ROLLS_MAX && (await this.rollOne())) count += 1;
    this.busy = false;
    return this.finish();
  }

  /** Says whether there is nothing left to type; otherwise there is a note about it. */
  finish(): boolean {
    if (this.pending !== null) return false;
    const left = Object.keys(this.typed).filter((name) => this.isTyped(name));
    if (left.length === 0) return true;
    this.note = t.fight.dice.unused(grouped(left));
    this.typed = {};
    return false;
  }
}

/** What people type to add creatures: `3 goblin`, `goblin x3`, `3: Goblin`, or a name alone. */

import type { Creature } from '../api/schema';

/** So many of one line at most. */
export const COUNT_MAX = 60;

export interface Typed {
  count: number;
  name: string;
}

export function readTyped(text: string): Typed | null {
  const line = text.trim();
  const before =
    /^([-+−]?\d+)\s*[x×:]?\s+(.+)$/i.exec(line) ?? /^([-+−]?\d+)\s*[x×:]\s*(.+)$/i.exec(line);
  const after = /^(.+?)\s*[x×]\s*(\d+)$/i.exec(line);
  const [count, name] = before
    ? [before[1], before[2]]
    : after
      ? [after[2], after[1]]
      : ['1', line];
  if (name === undefined || name.trim() === '') return null;
  return { count: Number(count?.replace('−', '-')), name: name.trim() };
}

/** Whether so many of a creature can be added: 1 to 60. */
export function isCount(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= COUNT_MAX;
}

/** The creature that is meant: of that name, in the plural too, or the only one that begins so. */
export function meant(creatures: readonly Creature[], name: string): Creature | undefined {
  const wanted = name.toLowerCase();
  const singular = wanted.replace(/ves$/, 'f').replace(/(?<!s)s$/, '');
  const named = (text: string) => creatures.find((one) => one.name.toLowerCase() === text);
  const begun = creatures.filter((one) => one.name.toLowerCase().startsWith(singular));
  return named(wanted) ?? named(singular) ?? (begun.length === 1 ? begun[0] : undefined);
}

/** `goblin king` -> `Goblin king`. */
export function nameFrom(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether a text is a stat block or an export rather than a name. */
export function isDocument(text: string): boolean {
  const start = text.trim();
  return start.includes('\n') || start.length > 100 || /^[[{<]/.test(start);
}

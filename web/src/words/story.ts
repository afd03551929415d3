/** Which lines of the log tell the story, and which only keep the books. */

import type { Line, Update } from '../api/schema';
import { t } from './language.svelte';

export function isStory(line: Line): boolean {
  return line.story;
}

/** A line as people read it: rolls and turns in the words of the page, all else as the server says it. */
export function tell(line: Line): string {
  const [who] = line.about;
  if (line.dice && who !== undefined)
    return t.log.rolls(who, line.dice.notation, String(line.dice.total));
  if (line.turn) return t.log.turnOf(line.turn);
  if (line.number) {
    const { combatant, label, from, to, unit } = line.number;
    return t.log.number(combatant, label, from, unit ? `${to} ${unit}` : to);
  }
  return line.text;
}

/** Turns and rounds are headings of what happens in them. */
export function isHeading(line: Line): boolean {
  return line.sort === 'span' || line.sort === 'turn';
}

/** Leaves out turns and rounds in which nothing happened; the last heading is what goes on now. */
export function withoutEmptyTurns(log: readonly Update[]): Update[] {
  let next: Line | null = null;
  function fills(line: Line): boolean {
    const empty = next !== null && isEmptyBefore(line, next);
    if (!empty) next = line;
    return !empty;
  }
  const kept = log.toReversed().map((update) => ({
    ...update,
    lines: update.active ? update.lines.toReversed().filter(fills).toReversed() : update.lines,
  }));
  return kept.toReversed();
}

/** Whether a heading is followed by another one that ends what it began. */
function isEmptyBefore(line: Line, next: Line): boolean {
  if (!isHeading(next)) return false;
  // Rounds hold segments and the like: only one of the same kind ends it.
  const kind = (one: Line): string => one.text.replaceAll(/\d+/g, '');
  return line.sort === 'turn' || (line.sort === 'span' && kind(line) === kind(next));
}

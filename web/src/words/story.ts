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

/** A line as the story tells it; the details behind it are told with it. */
export function tellStory(line: Line): string {
  if (line.health) {
    const { combatant, label, by, now } = line.health;
    return by < 0
      ? t.log.loses(combatant, -by, label, now)
      : t.log.regains(combatant, by, label, now);
  }
  if (line.moved) {
    const { combatant, from, to, length, unit } = line.moved;
    return t.log.moves(combatant, from, to, unit ? `${length} ${unit}` : null);
  }
  return line.told ?? tell(line);
}

/** Turns and rounds are headings of what happens in them. */
export function isHeading(line: Line): boolean {
  return line.sort === 'span' || line.sort === 'turn';
}

/**
 * Leaves out turns and rounds in which nothing happened and an order of turns said twice, and tells
 * the steps of a walk as one. The last heading is what goes on now.
 */
export function condensed(log: readonly Update[]): Update[] {
  let next: Line | null = null;
  function stays(line: Line): boolean {
    const gone =
      next !== null &&
      (isEmptyBefore(line, next) || (line.sort === 'order' && line.text === next.text));
    if (!gone) next = line;
    return !gone;
  }
  const kept = log.map((update) => ({ ...update, lines: [...update.lines] })).reverse();
  for (const update of kept)
    if (update.active) update.lines = update.lines.reverse().filter(stays).reverse();
  return asWalks(kept.reverse());
}

/** Adds each step to the one it goes on from, if nothing happened between them. */
function asWalks(log: Update[]): Update[] {
  let last: { line: Line; lines: Line[] } | null = null;
  for (const update of log.filter((one) => one.active)) {
    for (const line of [...update.lines]) {
      const [from, step]: [Line['moved'], Line['moved']] = [last?.line.moved, line.moved];
      if (last && from && step && from.combatant === step.combatant && from.to === step.from) {
        const moved = { ...step, from: from.from, length: from.length + step.length };
        const walk: Line = { ...line, moved };
        last.lines.splice(last.lines.indexOf(last.line), 1);
        update.lines[update.lines.indexOf(line)] = walk;
        last = { line: walk, lines: update.lines };
      } else last = { line, lines: update.lines };
    }
  }
  return log;
}

/** Whether a heading is followed by another one that ends what it began. */
function isEmptyBefore(line: Line, next: Line): boolean {
  if (!isHeading(next)) return false;
  // Rounds hold segments and the like: only one of the same kind ends it.
  const kind = (one: Line): string => one.text.replaceAll(/\d+/g, '');
  return line.sort === 'turn' || (line.sort === 'span' && kind(line) === kind(next));
}

/** Which lines of the log tell the story, and which only keep the books. */

import type { Line } from '../api/schema';
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

/** Which lines of the log tell the story, and which only keep the books. */

import type { Line } from '../api/schema';
import { t } from './language.svelte';

/** Bookkeeping: tokens paid and gained, internal numbers. */
const DETAILS = new Set(['paid', 'pool', 'attribute', 'other', 'variable', 'limit']);

export function isStory(line: Line): boolean {
  const told = (line as Line & { story?: boolean }).story;
  return told ?? !DETAILS.has(line.sort);
}

/** A line as people read it: rolls and turns in the words of the page, all else as the server says it. */
export function tell(line: Line): string {
  const [who] = line.about;
  if (line.dice && who !== undefined)
    return t.log.rolls(who, line.dice.notation, String(line.dice.total));
  const turn = line.sort === 'turn' ? /^(.*): turn begins$/.exec(line.text) : null;
  if (turn?.[1] !== undefined) return t.log.turnOf(turn[1]);
  return line.text.replace(/ -> (?=-?\d)/, ' → ');
}

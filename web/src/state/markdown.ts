/** The log as Markdown, to read and to share. */

import type { Line, Update } from '../api/schema';
import { isStory, tell, withoutEmptyTurns } from '../words/story';
import type { Fight } from './fight.svelte';
import { save } from './picture';

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** ` (12, 4)`: every die of a roll of several. */
function faces(line: Line): string {
  const dice = line.dice?.dice ?? [];
  return dice.length > 1 ? ` (${dice.map((die) => die.face).join(', ')})` : '';
}

function isTold(line: Line): boolean {
  return isStory(line) || line.dice != null;
}

/** Headings for rounds and turns, the story below them. */
export function markdown(title: string, log: readonly Update[]): string {
  const all = [`# ${title}`];
  const told = log
    .filter((one) => one.active)
    .map((one) => ({ ...one, lines: one.lines.filter(isTold) }));
  for (const line of withoutEmptyTurns(told).flatMap((one) => one.lines)) {
    const text = tell(line);
    const said = capital(line.words ? `${text} “${line.words}”` : text) + faces(line);
    if (line.sort === 'span') all.push('', `## ${said}`, '');
    else if (line.sort === 'turn') all.push('', `### ${said}`, '');
    else all.push(`- ${said}`);
  }
  return `${all.join('\n')}\n`;
}

export async function saveMarkdown(fight: Fight): Promise<void> {
  await fight.loadAll();
  const title = fight.state?.title ?? '';
  save(`${title}.md`, new Blob([markdown(title, fight.log)], { type: 'text/markdown' }));
}

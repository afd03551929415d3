/** The log as Markdown, to read and to share. */

import type { Combatant, Update } from '../api/schema';
import { t } from '../words/language.svelte';
import { condensed, isStory, tellStory } from '../words/story';
import type { Fight } from './fight.svelte';
import { save } from './picture';
import { cellText, report } from './report';

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Headings for rounds and turns, the story below them, and the fight in numbers. */
export function markdown(
  title: string,
  log: readonly Update[],
  combatants: readonly Combatant[],
): string {
  const all = [`# ${title}`];
  const told = log
    .filter((one) => one.active)
    .map((one) => ({ ...one, lines: one.lines.filter(isStory) }));
  for (const line of condensed(told).flatMap((one) => one.lines)) {
    const text = tellStory(line);
    const said = capital(line.words ? `${text} “${line.words}”` : text);
    if (line.sort === 'span') all.push('', `## ${said}`, '');
    else if (line.sort === 'turn') all.push('', `### ${said}`, '');
    else all.push(`- ${said}`);
  }
  all.push('', `## ${t.fight.summary}`, '', ...summary(log, combatants));
  return `${all.join('\n')}\n`;
}

/** Damage, turns and rolls of everybody, as a table. */
function summary(log: readonly Update[], combatants: readonly Combatant[]): string[] {
  const { who, dealt, taken, turns, rolls } = t.fight.summaryRow;
  const row = (cells: readonly (string | number)[]): string =>
    `| ${cells.map((cell) => cellText(String(cell))).join(' | ')} |`;
  const rows = report(log, combatants).map((one) =>
    row([one.name, one.dealt, one.taken, one.turns, one.rolls]),
  );
  return [
    row([who, dealt, taken, turns, rolls]),
    row(['---', '--:', '--:', '--:', '--:']),
    ...rows,
  ];
}

export async function saveMarkdown(fight: Fight): Promise<void> {
  await fight.loadAll();
  const title = fight.state?.title ?? '';
  save(
    `${title}.md`,
    new Blob([markdown(title, fight.log, fight.state?.combatants ?? [])], {
      type: 'text/markdown',
    }),
  );
}

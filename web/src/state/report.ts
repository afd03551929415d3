/** The fight in numbers, read off its log: damage dealt and taken, turns, rolls. */

import type { Combatant, Line, Update } from '../api/schema';

export interface Row {
  name: string;
  dealt: number;
  taken: number;
  turns: number;
  rolls: number;
  down: boolean;
}

/** Also of those who have left the fight. Damage beyond what somebody had left is not counted. */
export function report(log: readonly Update[], combatants: readonly Combatant[]): Row[] {
  const down = combatants.filter((one) => one.out).map((one) => one.name);
  const lines = log.filter((one) => one.active).flatMap((one) => one.lines);
  const names = [...combatants.map((one) => one.name), ...lines.flatMap((line) => line.about)];
  const rows = new Map<string, Row>(
    names.map((name) => [
      name,
      { name, dealt: 0, taken: 0, turns: 0, rolls: 0, down: down.includes(name) },
    ]),
  );
  let actor: Row | undefined;
  /** Those who have acted in a turn that nobody has alone. */
  let shared: string[] | null = null;
  for (const line of lines) {
    const about = subject(line, rows);
    if (line.sort === 'turn') {
      shared = about === undefined ? [] : null;
      if (about) about.turns += 1;
    }
    if (line.sort === 'declared' || line.sort === 'resolved') actor = about ?? actor;
    // A turn of a whole side counts for those who do something in it.
    if (line.sort === 'declared' && about && shared?.includes(about.name) === false) {
      shared.push(about.name);
      about.turns += 1;
    }
    if (line.dice && about) about.rolls += line.dice.dice.length;
    if (line.sort !== 'health' || !line.number) continue;
    const { combatant, from, to } = line.number;
    const victim = rows.get(combatant);
    if (victim === undefined) continue;
    const lost = Math.max(Number(from), 0) - Math.max(Number(to), 0);
    if (lost <= 0) continue;
    victim.taken += lost;
    if (actor !== undefined && actor !== victim) actor.dealt += lost;
  }
  return [...rows.values()];
}

/** Whom a line is about: whoever it names first. */
function subject(line: Line, rows: Map<string, Row>): Row | undefined {
  const named = line.about.map((name) => rows.get(name)).filter((row) => row !== undefined);
  return named.sort((a, b) => line.text.indexOf(a.name) - line.text.indexOf(b.name))[0];
}

/** A text in a cell of a Markdown table: a bar would begin another cell. */
export function cellText(text: string): string {
  return text.replace(/[\\|]/g, '\\$&');
}

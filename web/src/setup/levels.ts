/** Levels of heroes and foes, as their creatures or sheets say them. */

import type { Creature, FoeLevel } from '../api/schema';
import type { Foes } from './plan.svelte';
import type { Filled } from './sheets';

/** `CR 3`, as a sheet keeps it among what its form has no field for. */
function levelIn(sheet: Filled): string {
  return /^level = "(.*)"$/m.exec(sheet.extra)?.[1] ?? '';
}

/** Combatants of a running fight by their creature: `Goblin 1` and `Goblin 2` are two of one. */
export function kindsOf(names: readonly string[]): Foes[] {
  const kinds = new Map<string, number>();
  for (const name of names) {
    const kind = name.replace(/ \d+$/, '');
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return [...kinds].map(([name, count]) => ({ name, count, sheet: null }));
}

/** The levels of opponents; empty where nobody says one. */
export function levelsOf(foes: readonly Foes[], creatures: readonly Creature[]): FoeLevel[] {
  return foes.map(({ name, count, sheet }) => {
    const known = creatures.find((one) => one.name === name);
    return { level: (sheet && levelIn(sheet)) || (known?.level ?? ''), count };
  });
}

/** The level of a party by its sheets, if they say some. */
export function partyLevel(heroes: readonly Filled[]): number | null {
  const levels = heroes
    .map((hero) => Number(levelIn(hero).split(' ').at(-1)))
    .filter((level) => Number.isInteger(level) && level > 0);
  if (levels.length === 0) return null;
  return Math.round(levels.reduce((sum, level) => sum + level, 0) / levels.length);
}

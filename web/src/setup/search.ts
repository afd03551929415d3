/** Searches for creatures: words of name and type, and a level such as `cr 3` or `level 2`. */

import type { Creature } from '../api/schema';

/** Words before a number that mean a level or challenge, in English and German. */
const LEVEL = /(?:^|\s)(?:cr|level|lvl|lv|hg|sg|stufe)\s*(-?\d+(?:\/\d+)?)(?=\s|$)/i;

export interface Wanted {
  words: string[];
  /** The level, as creatures write its number. */
  level: string | null;
}

export function wanted(typed: string): Wanted {
  const number = LEVEL.exec(typed)?.[1] ?? null;
  const words = typed.replace(LEVEL, ' ').toLowerCase().replaceAll('-', ' ').split(/\s+/);
  return {
    words: words.filter((word) => word !== ''),
    level: number,
  };
}

/** The last word of `CR 3`. */
function numberOf(creature: Creature): string {
  return creature.level?.split(' ').at(-1) ?? '';
}

/** How well a creature fits, more is better; 0 if it does not. */
function score(creature: Creature, { words, level }: Wanted): number {
  if (level !== null && level !== numberOf(creature)) return 0;
  const name = creature.name.toLowerCase().replaceAll('-', ' ');
  const types = creature.words.join(' ').toLowerCase();
  let sum = 1;
  for (const word of words) {
    // More than one is meant: `5 goblins`.
    const form = word.replace(/ves$/, 'f').replace(/(?<!s)s$/, '');
    const best = name.startsWith(form)
      ? 4
      : name.includes(` ${form}`)
        ? 3
        : types.includes(form)
          ? 2
          : Number(name.includes(form));
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

/** The creatures that fit, the best first, then by name as they come. */
export function search(creatures: readonly Creature[], typed: string): Creature[] {
  const what = wanted(typed);
  const scored = creatures.map((creature) => ({ creature, score: score(creature, what) }));
  return scored
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .map((one) => one.creature);
}

/** `CR 3 · undead`, as far as a creature says it. */
export function kindOf(creature: Creature): string {
  return [creature.level, creature.words[0]].filter(Boolean).join(' · ');
}

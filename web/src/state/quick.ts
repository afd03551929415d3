/** Damage, healing and conditions as the game master gives them, whatever the rulebook calls them. */

import type { Command, MasterOption } from '../api/schema';
import type { Fight } from './fight.svelte';

const DAMAGE = ['damage', 'hurt', 'harm'];
const HEALING = ['heal', 'mend', 'restore'];

function first(fight: Fight, names: readonly string[]): MasterOption | undefined {
  const deeds = fight.options?.game_master ?? [];
  return names.flatMap((name) => deeds.filter((one) => one.activity === name && one.number))[0];
}

export function damageOf(fight: Fight): MasterOption | undefined {
  return first(fight, DAMAGE);
}

function healingOf(fight: Fight): MasterOption | undefined {
  return first(fight, HEALING);
}

/** A game master's command about somebody. */
export function masterCommand(activity: string, about: string, number: string | null): Command {
  return { kind: 'master', activity, about, by: null, square: null, number };
}

/** `-7` and `7` are damage, `+7` is healing; nothing else is anything. */
export function quickCommand(fight: Fight, about: string, typed: string): Command | null {
  const [, sign, amount] = /^([-−+]?)\s*(\d{1,5})$/.exec(typed.trim()) ?? [];
  if (amount === undefined || Number(amount) === 0) return null;
  const deed = sign === '+' ? healingOf(fight) : damageOf(fight);
  return deed === undefined ? null : masterCommand(deed.activity, about, amount);
}

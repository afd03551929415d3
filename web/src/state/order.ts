/** Moving somebody in the order of turns with the rulebook's own game master command. */

import type { Command, MasterOption } from '../api/schema';
import type { Fight } from './fight.svelte';
import { masterCommand } from './quick';

/** The command that sets somebody's initiative, if the rulebook has one. */
export function orderDeed(fight: Fight): MasterOption | undefined {
  return fight.options?.game_master.find((one) => one.activity === 'set-initiative');
}

function initiativeOf(fight: Fight, name: string | undefined): number | null {
  const found = name === undefined ? undefined : fight.combatant(name);
  const number = found?.attributes.find((one) => /^init(iative)?$/.test(one.name))?.value;
  return number === undefined ? null : Number(number);
}

/** Puts `name` at a place among `names`: just above or below whoever stands there. */
export function moveTo(
  fight: Fight,
  names: readonly string[],
  name: string,
  to: number,
): Command | null {
  const [deed, from] = [orderDeed(fight), names.indexOf(name)];
  if (deed === undefined || to === from || to < 0 || to >= names.length) return null;
  const there = initiativeOf(fight, names[to]);
  if (there === null) return null;
  return masterCommand(deed.activity, name, String(to < from ? there + 1 : there - 1));
}

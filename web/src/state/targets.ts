/** In which order people are offered as targets. */

import type { Combatant, State } from '../api/schema';

/** Words of rulebooks for attacks, among an activity's words for searching. */
const ATTACK = /attack|strike|melee|shot/;

export function isAttack(one: { activity: string; tags: readonly string[] }): boolean {
  return [one.activity, ...one.tags].some((word) => ATTACK.test(word));
}

export function isFoe(state: State, of: string, name: string): boolean {
  const sideOf = (who: string): string | undefined =>
    state.combatants.find((one) => one.name === who)?.side;
  const [own, other] = [sideOf(of), sideOf(name)];
  if (own === undefined || other === undefined || own === other) return false;
  return !state.sides.some((side) => side.name === own && side.peace.includes(other));
}

/** Those who stand, foes first if that is asked for, and those who are out of the fight. */
export function sorted(
  state: State,
  actor: string,
  targets: readonly string[],
  foesFirst: boolean,
): { standing: string[]; out: string[] } {
  const isOut = (name: string): boolean =>
    state.combatants.find((one) => one.name === name)?.out === true;
  const standing = targets.filter((name) => !isOut(name));
  const rank = (name: string): number => (isFoe(state, actor, name) ? 0 : 1);
  return {
    standing: foesFirst ? standing.sort((a, b) => rank(a) - rank(b)) : standing,
    out: targets.filter(isOut),
  };
}

/** Everybody, those out of the fight last. */
export function outLast(combatants: readonly Combatant[]): Combatant[] {
  return [...combatants.filter((one) => !one.out), ...combatants.filter((one) => one.out)];
}

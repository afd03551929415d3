/** The order in which actions and their targets are offered. */

import type { Choice, Combatant, State } from '../api/schema';

interface Deed {
  activity: string;
  tags: readonly string[];
  label?: string;
}

/** Words of rulebooks for attacks, among an activity's words for searching. */
const ATTACK = /attack|strike|melee|shot/;
const ATTACK_ITSELF = /^(attack|strike|melee|shot|shoot)$/;
const MAGIC = /magic|spell|power|cast/;
/** Words of rulebooks for deeds that are meant for friends. */
const HELP = /help|heal|cure|aid|bless|mend|mercy|restor|revive|stabili|protect|guard|ward|shield/;

export function isAttack(one: Deed): boolean {
  return [one.activity, ...one.tags].some((word) => ATTACK.test(word));
}

/** Returns true unless the deed has the name of something done for a friend. */
export function isHarmful(one: Deed): boolean {
  const words = [one.activity, one.label ?? '', ...one.tags];
  return isAttack(one) || !words.some((word) => HELP.test(word.toLowerCase()));
}

/** Sorts actions: 0 for those of the creature's own sheet, then attacks, magic, and the rest. */
export function rankOf(one: Choice): number {
  if (one.rules.some((rule) => rule.startsWith('house.'))) return 0;
  if ([one.activity, ...one.tags].some((word) => ATTACK_ITSELF.test(word))) return 1;
  return [one.activity, ...one.tags].some((word) => MAGIC.test(word)) ? 2 : 3;
}

/** Whether the only target is out of the fight, or a friend that a harmful deed would hit. */
export function isDoubtful(state: State, actor: string, choice: Choice): boolean {
  const only = choice.targets[0];
  if (only === undefined || choice.targets.length > 1) return false;
  if (state.combatants.find((one) => one.name === only)?.out === true) return true;
  return only !== actor && isAttack(choice) && !isFoe(state, actor, only);
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

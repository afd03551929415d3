/** When newcomers of a running fight act: as the rules say, at a given initiative, or next. */

import type { Combatant, Creature, Member, Sheet, SheetValues } from '../api/schema';
import type { Foes } from './plan.svelte';

export type Arrival = 'rolled' | 'given' | 'next';

const INITIATIVE = 'initiative';

/** Whether an initiative can be given: combatants have such a number. */
export function hasInitiative(combatants: readonly Combatant[]): boolean {
  return combatants.some((one) => one.attributes.some((it) => it.name === INITIATIVE));
}

/** The same sheet with an initiative: in its field, or among what the form has no field for. */
export function withInitiative(sheet: SheetValues, form: Sheet, initiative: string): SheetValues {
  const fields = form.groups.flatMap((group) => group.fields);
  const field = fields.find((one) => one.sets.includes(INITIATIVE));
  if (field) return { ...sheet, fields: { ...sheet.fields, [field.id]: initiative } };
  const line = `${INITIATIVE} = "${initiative}"`;
  const head = /^\[attributes\]\s*$/m;
  const extra = sheet.extra ?? '';
  const longer = head.test(extra)
    ? extra.replace(head, `[attributes]\n${line}`)
    : `${extra}\n[attributes]\n${line}\n`;
  return { ...sheet, extra: longer };
}

/** Newcomers as members who have an initiative; those of unknown creatures stay as they are. */
export function membersAt(
  foes: readonly Foes[],
  creatures: readonly Creature[],
  form: Sheet,
  initiative: string,
): Member[] {
  return foes.map(({ name, count, sheet }) => {
    const known = sheet ?? creatures.find((one) => one.name === name)?.sheet;
    return known
      ? { count, sheet: withInitiative(known, form, initiative) }
      : { count, creature: name };
  });
}

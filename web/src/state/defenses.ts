/** Damage and conditions that a combatant resists, as its sheet says it. */

import type { Combatant, Sheet, SheetField } from '../api/schema';

export interface Defenses {
  /** `immune`, `resistant`: what the rulebook calls it. */
  how: string;
  /** To what, such as `Fire`. */
  to: readonly string[];
}

/** Groups of the form in which everything is chosen or switched on: they say what affects someone. */
function fieldsOf(sheet: Sheet): SheetField[] {
  const says = ({ kind }: SheetField) => kind === 'choice' || kind === 'yes-no';
  return sheet.groups.filter(({ fields }) => fields.every(says)).flatMap(({ fields }) => fields);
}

/** Fields that differ from the default, by their value, in the order of the form. */
export function defensesOf(sheet: Sheet, { attributes }: Combatant): Defenses[] {
  const found = new Map<string, string[]>();
  for (const field of fieldsOf(sheet)) {
    const names = field.sets.length > 0 ? field.sets : [field.id];
    const value = attributes.find((one) => names.includes(one.name))?.value;
    if (value === undefined || value === field.default || value === '0') continue;
    const how = field.choices.find((one) => one.value === value)?.label ?? '';
    found.set(how, [...(found.get(how) ?? []), field.label]);
  }
  return [...found].map(([how, to]) => ({ how, to }));
}

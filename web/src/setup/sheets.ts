/** Sheets as people fill them in: blank ones, their values, and what of them is shown. */

import type { Sheet, SheetAttack, SheetField, SheetValues } from '../api/schema';

/** A sheet with nothing left out, as the form changes it. */
export type Filled = Required<Omit<SheetValues, 'attacks'>> & { attacks: Required<SheetAttack>[] };

/** The sheet with everything that the server may leave out. */
export function filled(values: SheetValues): Filled {
  const { name, fields = {}, attacks = [], tags = [], activities = [], extra = '' } = values;
  const whole = attacks.map((one) => ({
    kind: one.kind,
    name: one.name ?? '',
    fields: one.fields ?? {},
  }));
  return copyOf({ name, fields, attacks: whole, tags, activities, extra });
}

/** A sheet of usual numbers. */
export function blank(sheet: Sheet, name: string): Filled {
  const attacks = sheet.attacks
    .filter((kind) => kind.essential)
    .map((kind) => ({ kind: kind.id, name: '', fields: {} }));
  return { name, fields: {}, attacks, tags: [], activities: [], extra: '' };
}

/** A copy that shares nothing with the first. */
export function copyOf(values: Filled): Filled {
  return JSON.parse(JSON.stringify(values)) as Filled;
}

export function valueOf(fields: Record<string, string> | undefined, field: SheetField): string {
  return fields?.[field.id] ?? field.default;
}

/** The fields of the short form. */
export function essentials(sheet: Sheet): SheetField[] {
  return sheet.groups.flatMap((group) => group.fields).filter((field) => field.essential);
}

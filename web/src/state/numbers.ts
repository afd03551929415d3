/** Numbers of a combatant as the game master changes them: in the rulebook's unit, best known first. */

import type { Combatant, Sheet, SheetField } from '../api/schema';
import { titled } from '../words/names';

export interface EditableNumber {
  /** The attribute. */
  name: string;
  label: string;
  /** As it is now, in the rulebook's unit. */
  value: string;
  unit: string | null;
  /** How many of the unit one of the attribute is. */
  per: number;
  /** Cards or the sheet's own roles show it. */
  main: boolean;
}

/** `7.5` with 5 feet to a square is `1 1/2`, as commands write it; anything else stays as typed. */
export function inSquares(typed: string, per: number): string {
  const number = Number(typed);
  if (per === 1 || typed.trim() === '' || !Number.isInteger(number)) return typed.trim();
  const [whole, rest] = [Math.trunc(number / per), Math.abs(number % per)];
  if (rest === 0) return String(whole);
  return whole === 0 ? `${number}/${per}` : `${whole} ${rest}/${per}`;
}

/** Returns health, then the numbers that cards and roles of the sheet show, then all others. */
export function numbersOf(sheet: Sheet | null, one: Combatant): EditableNumber[] {
  const fields = sheet?.groups.flatMap((group) => group.fields) ?? [];
  const fieldOf = (name: string): SheetField | undefined =>
    fields.find((field) => field.sets.includes(name) && field.kind === 'number');
  const { health } = one;
  const hp: EditableNumber[] = health?.value
    ? [
        {
          name: health.name,
          label: health.short,
          value: health.value,
          unit: null,
          per: 1,
          main: true,
        },
      ]
    : [];
  const others = one.attributes.map((attribute): EditableNumber => {
    const field = fieldOf(attribute.name);
    const per = attribute.unit ? attribute.per : 1;
    const value = Number(attribute.value) * per;
    return {
      name: attribute.name,
      label: field?.sets.length === 1 ? field.label : titled(attribute.label),
      value: per > 1 && Number.isFinite(value) ? String(value) : attribute.value,
      unit: attribute.unit ?? null,
      per: Number.isFinite(value) ? per : 1,
      main: attribute.card || attribute.name === 'initiative' || (field?.role ?? 'none') !== 'none',
    };
  });
  return [...hp, ...others.filter((it) => it.main), ...others.filter((it) => !it.main)];
}

/** How long a square is, as far as the rulebook's sheet tells. */

import type { Sheet } from '../api/schema';
import { t } from '../words/language.svelte';

export interface SquareLength {
  /** How many of the unit one square is long. */
  per: number;
  /** The rulebook's unit; `null` = squares. */
  unit: string | null;
}

export const IN_SQUARES: SquareLength = { per: 1, unit: null };

/** `3` squares are `15 ft`, where a square is 5 feet long. */
export function asLength(squares: number, { per, unit }: SquareLength): string {
  return unit === null ? t.board.squares(squares) : `${squares * per} ${unit}`;
}

/** A speed is kept in squares and typed in the rulebook's unit: `per` is the length of a square. */
export function squareLength(sheet: Sheet): SquareLength {
  const fields = sheet.groups.flatMap((group) => group.fields);
  const speed = fields.find((field) => field.role === 'speed' && field.unit && field.per > 1);
  return speed?.unit ? { per: speed.per, unit: speed.unit } : IN_SQUARES;
}

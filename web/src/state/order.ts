/** The game master's edits of the fight itself, in the command language. */

import type { Command } from '../api/schema';

function text(line: string): Command {
  return { kind: 'text', text: line };
}

/** Puts `name` at a place among `names`: behind whoever then stands before it. */
export function moveTo(names: readonly string[], name: string, to: number): Command | null {
  if (to === names.indexOf(name) || to < 0 || to >= names.length) return null;
  const before = names.filter((one) => one !== name)[to - 1];
  return text(before === undefined ? `order ${name} first` : `order ${name} after ${before}`);
}

/** Takes somebody out of the fight from here on. */
export function leave(name: string): Command {
  return text(`leave ${name}`);
}

/** When a condition ends by itself. */
export interface Duration {
  span: string;
  edge: 'begin' | 'end';
  /** Whose turns count; `null` = everybody's, `true` = those of whoever has it. */
  whose: string | true | null;
  /** Such edges to go, 1 for the next one. */
  left: number;
}

/** Gives a condition, for good or for a while, or takes it away. */
export function setCondition(
  name: string,
  condition: string,
  lasts: Duration | 'on' | 'off',
): Command {
  if (typeof lasts === 'string') return text(`condition ${name} ${condition} ${lasts}`);
  const { span, edge, whose, left } = lasts;
  const of = whose === null ? '' : ` of ${whose === true ? name : whose}`;
  return text(`condition ${name} ${condition} until ${left} ${span} ${edge}${of}`);
}

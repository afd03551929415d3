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

export function setCondition(name: string, condition: string, on: boolean): Command {
  return text(`condition ${name} ${condition} ${on ? 'on' : 'off'}`);
}

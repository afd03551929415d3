/** How things of the rules are called for people: by the rulebook's own words where it has some. */

import type { Decision, Ending } from '../api/schema';
import { t } from './language.svelte';
import { listed, titled } from './names';

interface Waited {
  text: string;
  question?: string | null;
  kind?: string;
  who?: readonly string[];
  dice?: string | null;
  about?: string | null;
  drawn?: { from: string; to: string } | null;
}

interface Named {
  activity: string;
  label?: string;
  symbol?: string | null;
}

export function labelOf(one: Named): string {
  const label = one.label
    ? one.label.charAt(0).toUpperCase() + one.label.slice(1)
    : titled(one.activity);
  return one.symbol ? `${one.symbol} ${label}` : label;
}

/** The conditions of somebody, by id, each with its label and its end, if it ends by itself. */
export function conditionsOf(one: {
  conditions: readonly string[];
  condition_labels: readonly string[];
  condition_ends: readonly (Ending | null)[];
}): { id: string; label: string; end: Ending | null }[] {
  return one.conditions.map((id, at) => ({
    id,
    label: titled(one.condition_labels[at] ?? id),
    end: one.condition_ends[at] ?? null,
  }));
}

/** `2nd-level slot + reaction`; nothing where it costs nothing. */
export function priceOf(one: { price: string; price_words?: string }): string {
  return ['', 'none', 'nothing'].includes(one.price) ? '' : (one.price_words ?? one.price);
}

export function paymentOf(one: { text: string; words?: string; as_words?: string | null }): string {
  if (one.words === undefined) return one.text;
  return one.as_words ? `${one.words} (${one.as_words})` : one.words;
}

/** The question of the situation, or what is waited for. */
export function questionOf(one: Waited): string {
  return one.question ?? waitsFor(one);
}

/** What is waited for, in the language of the page where it has words for that. */
export function waitsFor({ text, kind, who = [], dice, about, drawn }: Waited): string {
  if (drawn) return t.fight.mustDraw(drawn.from, drawn.to, text);
  if (kind === 'act' && who.length > 0) return t.fight.mayAct(listed(who), text);
  if (kind === 'roll' && dice && about) return t.fight.mustRoll(dice, about, text);
  return text;
}

/** What the awaited dice are for: `Fire breath of Vermithra`, `Longsword against Goblin 2`. */
export function purposeOf({ purpose, about }: Decision): string | null {
  if (!purpose) return null;
  const by = purpose.actor === about ? null : purpose.actor;
  const at = purpose.target === about ? null : purpose.target;
  return t.fight.rollPurpose(titled(purpose.what), by ?? null, at ?? null);
}

export function spanLabel(name: string): string {
  return titled(t.common.span(name));
}

export function sideLabel(label: string): string {
  return titled(t.common.side(label));
}

/** An answer of a ruling. */
export function answerLabel(
  ruling: { answers: string[]; labels?: string[] },
  answer: string,
): string {
  return titled(ruling.labels?.[ruling.answers.indexOf(answer)] ?? answer);
}

/** Named values of a number, if the rulebook has some. */
export function namedValues(one: object): { value: string; text: string }[] {
  const { values = [] } = one as {
    values?: { value: string; name: string; detail?: string | null }[];
  };
  return values.map(({ value, name, detail }) => ({
    value,
    text: detail ? `${titled(name)} (${detail})` : titled(name),
  }));
}

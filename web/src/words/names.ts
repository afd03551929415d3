/** How names of the rules are shown to people. */

import { t } from './language.svelte';

/** `heal-wounds` -> `Heal wounds`. */
export function titled(id: string): string {
  const words = id.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `["Ana", "Bran", "Cleo"]` -> `Ana, Bran and Cleo`. */
export function listed(names: readonly string[], joined = t.common.and): string {
  if (names.length <= 1) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} ${joined} ${names.at(-1) ?? ''}`;
}

/** `["Goblin 1", "Goblin 2"]` -> `Goblin 1–2`; others are listed. */
export function grouped(names: readonly string[]): string {
  const parts = names.map((name) => /^(.*) (\d+)$/.exec(name));
  const [first, last] = [parts[0], parts.at(-1)];
  const base = first?.[1];
  const from = Number(first?.[2]);
  const runs = parts.every((part, at) => part?.[1] === base && Number(part?.[2]) === from + at);
  if (base === undefined || !runs || names.length < 2) return listed(names);
  return `${base} ${from}–${last?.[2] ?? ''}`;
}

/** A search that forgives order and case: every word must occur somewhere. */
export function matches(search: string, ...texts: readonly string[]): boolean {
  const text = texts.join(' ').toLowerCase().replaceAll('-', ' ');
  const words = search.toLowerCase().replaceAll('-', ' ').split(/\s+/);
  return words.every((word) => text.includes(word));
}

/** An expected number: `4.9`; `≈ 4.9` where it was sampled. */
export function expected(value: number, margin: number): string {
  return `${margin > 0 ? '≈ ' : ''}${value.toFixed(1)}`;
}

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

/** A search that forgives order and case: every word must occur somewhere. */
export function matches(search: string, ...texts: readonly string[]): boolean {
  const text = texts.join(' ').toLowerCase().replaceAll('-', ' ');
  const words = search.toLowerCase().replaceAll('-', ' ').split(/\s+/);
  return words.every((word) => text.includes(word));
}

/** The line below the name of an activity: its target, and what must still be chosen. */

import type { Choice } from '../api/schema';
import { paymentOf, priceOf } from './labels';
import { t } from './language.svelte';
import { titled } from './names';

interface About {
  /** Lengths are counted in a unit of the rulebook. */
  hasUnit: boolean;
  isOut: (name: string) => boolean;
}

function targetHint(choice: Choice, isOut: About['isOut']): string {
  if (choice.targets.length === 0) return '';
  const standing = choice.targets.filter((name) => !isOut(name));
  if (standing.length === 0) return t.fight.outTargets(choice.targets.length);
  const only = standing.length === 1 && choice.targets.length === 1 && !choice.untargeted;
  return only ? `→ ${standing[0] ?? ''}` : t.fight.target;
}

export function hintOf(choice: Choice, { hasUnit, isOut }: About): string {
  const parts = [targetHint(choice, isOut)];
  if (choice.squares.length > 0) parts.push(t.fight.place);
  if (choice.number) {
    const isLength = choice.number.name === 'squares' && hasUnit;
    parts.push(isLength ? t.fight.distance : titled(choice.number.name));
  }
  if (choice.payments.length > 1) parts.push(t.fight.ways(choice.payments.length));
  const [first, ...others] = choice.payments;
  const only = first && others.length === 0 ? paymentOf(first) : '';
  const told = [priceOf(choice), choice.price, choice.price.replace(/^1/, ''), 'nothing'];
  if (!told.includes(only)) parts.push(only);
  return parts.filter((part) => part !== '').join(' · ');
}

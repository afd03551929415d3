/** Rolls one die after the other before the first round: typed faces where there are some. */

import type { Fight } from './fight.svelte';

/** More rolls than any fight has before its first round. */
const ROLLS_MAX = 300;

/** Goes on until something else than dice is waited for, or the first round has begun. */
export async function rollOn(fight: Fight, typed: Map<string, number>): Promise<void> {
  for (let count = 0; count < ROLLS_MAX; count += 1) {
    const state = fight.state;
    const decision = state?.decision;
    if (decision?.kind !== 'roll' || !decision.yours) return;
    if ((state?.clock.spans[0]?.number ?? 1) > 0) return;
    const about = decision.about ?? '';
    const face = typed.get(about);
    typed.delete(about);
    const faces = face === undefined ? null : [face];
    if (!(await fight.give({ kind: 'roll', faces, hidden: false }))) return;
  }
}

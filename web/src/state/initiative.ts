/** Rolls one die after the other before the first round. */

import type { Fight } from './fight.svelte';

/** More rolls than any fight has before its first round. */
const ROLLS_MAX = 300;

/** Nobody's turn runs and nothing waits to resolve: dice now are those of the order of turns. */
export function isInitiative(fight: Fight): boolean {
  const state = fight.state;
  if (state === null || state.stack.length > 0) return false;
  return state.clock.order.every((turn) => turn.when !== 'now');
}

/** Rolls everything that is waited for, until somebody has to choose, or players roll themselves. */
export async function rollRest(fight: Fight, hidden: boolean): Promise<void> {
  for (let count = 0; count < ROLLS_MAX; count += 1) {
    const decision = fight.state?.decision;
    if (decision?.kind !== 'roll' || !decision.yours) return;
    // Cards are drawn for everybody: there is nothing to roll by hand.
    const byHand = fight.combatant(decision.about ?? '')?.seat && !decision.drawn;
    if (count > 0 && byHand) return;
    if (!(await fight.give({ kind: 'roll', faces: null, hidden }))) return;
  }
}

/** Draws a card, and all others that the same hand draws from the same pile. */
export async function drawOn(fight: Fight): Promise<void> {
  const first = fight.state?.decision.drawn;
  for (let count = 0; count < ROLLS_MAX; count += 1) {
    const decision = fight.state?.decision;
    const { from, to } = decision?.drawn ?? {};
    if (decision?.yours !== true || from !== first?.from || to !== first?.to) return;
    if (!(await fight.give({ kind: 'roll', faces: null, hidden: false }))) return;
  }
}

/** Rolls until something else than dice is waited for, or somebody's turn runs. */
export async function rollOn(fight: Fight): Promise<void> {
  for (let count = 0; count < ROLLS_MAX; count += 1) {
    const decision = fight.state?.decision;
    if (decision?.kind !== 'roll' || !decision.yours) return;
    if (!isInitiative(fight)) return;
    if (!(await fight.give({ kind: 'roll', faces: null, hidden: false }))) return;
  }
}

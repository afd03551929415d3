/** The time a turn has taken so far, counted on this device. */

import type { Fight } from './fight.svelte';
import { settings } from './settings.svelte';

export class TurnTimer {
  private now = $state(Date.now());
  private since = $state(Date.now());

  constructor(private readonly fight: Fight) {}

  /** Whose turn it is, as a text that changes with it. */
  private get turn(): string {
    const state = this.fight.state;
    if (state === null) return '';
    const order = state.clock.order.find((one) => one.when === 'now');
    const spans = state.clock.spans.map((one) => one.number).join('.');
    return `${spans} ${order?.label ?? state.decision.who.join()}`;
  }

  /** Starts anew with every turn; to be called in an effect. */
  follow(): () => void {
    void this.turn;
    if (settings.timer === 0) return () => undefined;
    this.since = Date.now();
    const tick = setInterval(() => (this.now = Date.now()), 1000);
    return () => clearInterval(tick);
  }

  /** Seconds left; below 0 the turn takes too long. */
  get left(): number {
    return Math.round(settings.timer * 60 - Math.max(0, this.now - this.since) / 1000);
  }

  /** `1:05`. */
  get text(): string {
    const seconds = Math.abs(this.left);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }
}

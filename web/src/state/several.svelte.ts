/**
 * One deed done to several targets: a spell with an area. The rules take them one after the other;
 * here they are chosen once, and the page declares one after the other. It waits for whatever the
 * table does in between, such as dice or reactions, and stops where the rules refuse a target.
 */

import type { Choice, Command } from '../api/schema';
import type { Fight } from './fight.svelte';

export type Declare = Extract<Command, { kind: 'declare' }>;

/** A deed that can be done to several targets now. */
export interface Repeated {
  actor: string;
  choice: Choice;
  /** The name of what brought it up: `Fireball`. */
  label: string;
}

interface Start {
  actor: string;
  label: string;
  /** The declaration that the first target goes with; `null` if all of them answer an offer. */
  first: Declare | null;
  targets: readonly string[];
  /** Dice are rolled along with it. */
  rolls: boolean;
}

interface Run extends Start {
  left: readonly string[];
  done: readonly string[];
}

/** A run that ended before its last target. */
export interface Stopped {
  actor: string;
  label: string;
  left: readonly string[];
  done: readonly string[];
  /** The target that was refused; `null` if the offer was gone. */
  refused: string | null;
}

/** The changes of a run that came to its end, by their numbers. */
export interface Finished {
  label: string;
  after: number;
  last: number;
}

/** Declares one activity at one target, with nothing else to choose. */
export function plainly(actor: string, activity: string, target: string | null): Declare {
  return {
    kind: 'declare',
    actor,
    activity,
    target,
    number: null,
    pay: null,
    squares: [],
    words: null,
    force: false,
    because: null,
  };
}

export class Several {
  /** What goes on at the moment. */
  run = $state.raw<Run | null>(null);
  stopped = $state.raw<Stopped | null>(null);
  finished = $state.raw<Finished | null>(null);
  private busy = false;
  /** The point of the history after the last step; earlier ones mean that it was undone. */
  private point = 0;
  private started = false;
  /** The number of the last change before the first step. */
  private after = 0;

  constructor(private readonly fight: Fight) {}

  /** The deed on offer that can be done to several targets. */
  readonly offered = $derived.by((): Repeated | null => {
    const { state, options } = this.fight;
    if (!this.fight.fresh || state?.decision.kind !== 'offer') return null;
    for (const { name, legal, pass } of options?.combatants ?? []) {
      const choice = pass ? legal.find((one) => one.repeats) : undefined;
      if (choice !== undefined) return { actor: name, choice, label: this.labelAt(name, choice) };
    }
    return null;
  });

  private labelAt(actor: string, choice: Choice): string {
    const source = this.fight.state?.stack.find(
      (one) => one.actor === actor && one.activity !== choice.activity,
    );
    return this.fight.labelOf(source ?? choice);
  }

  async begin(start: Start): Promise<void> {
    this.run = { ...start, left: start.targets, done: [] };
    this.stopped = null;
    this.finished = null;
    this.started = false;
    this.after = this.fight.state?.sequence ?? 0;
    this.point = this.fight.state?.point ?? 0;
    await this.advance();
  }

  /** Does what is on offer to these targets. */
  answer(targets: readonly string[], rolls: boolean): void {
    const offered = this.offered;
    if (offered === null) return;
    const { actor, label } = offered;
    void this.begin({ actor, label, first: null, targets, rolls });
  }

  /** Ends it here; targets that are left stay unaffected. */
  stop(): void {
    this.end(null);
  }

  dismiss(): void {
    this.stopped = null;
  }

  /** Goes on as far as nothing else is waited for; to be called whenever the fight has changed. */
  async advance(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      while (await this.step());
    } finally {
      this.busy = false;
    }
  }

  /** Does the next thing; returns false if there is nothing to do for now. */
  private async step(): Promise<boolean> {
    const { run, fight } = this;
    const state = fight.state;
    if (run === null || state === null) return false;
    if (state.point < this.point) {
      this.run = null;
      return false;
    }
    const [target] = run.left;
    if (!this.started && run.first !== null) {
      if (target === undefined) return false;
      return await this.declare({ ...run.first, target }, target);
    }
    const { decision } = state;
    if (decision.kind === 'roll') return await this.roll(run);
    if (decision.kind === 'offer' && decision.who.includes(run.actor)) {
      // Another offer, such as a chance to save again, is for the table to decide.
      if (!fight.fresh) return false;
      const offered = this.offered;
      if (offered?.actor !== run.actor) return false;
      if (target === undefined) {
        this.run = null;
        if (await this.give({ kind: 'pass', who: run.actor }, run)) this.finish(run.label);
        return false;
      }
      if (!offered.choice.targets.includes(target)) {
        this.end(target);
        return false;
      }
      return await this.declare(plainly(run.actor, offered.choice.activity, target), target);
    }
    if (['answer', 'offer', 'rule', 'seal'].includes(decision.kind)) return false;
    this.end(null);
    return false;
  }

  private async declare(command: Declare, target: string): Promise<boolean> {
    const { run, fight } = this;
    if (run === null) return false;
    const before = fight.state?.sequence;
    const given = await this.give(command, run);
    if (given) {
      this.started = true;
      this.run = { ...run, left: run.left.slice(1), done: [...run.done, target] };
      return true;
    }
    // Somebody was faster: the new state says whether it can go on.
    const code = fight.problem?.code;
    if (this.started && (code === undefined || code === 'stale')) {
      fight.dismiss();
      return fight.state?.sequence !== before;
    }
    this.end(target);
    return false;
  }

  /** Rolls what this page may roll; dice of players and of a table that types them are waited for. */
  private async roll(run: Run): Promise<boolean> {
    const decision = this.fight.state?.decision;
    if (!run.rolls || !decision?.yours) return false;
    if (this.fight.isMaster && this.fight.combatant(decision.about ?? '')?.seat) return false;
    return await this.give({ kind: 'roll', faces: null, hidden: false }, run);
  }

  private async give(command: Command, { rolls }: Run): Promise<boolean> {
    const given = await this.fight.giveStep(command, { rolls, joins: this.started });
    if (given) this.point = this.fight.state?.point ?? 0;
    return given;
  }

  private finish(label: string): void {
    this.finished = { label, after: this.after, last: this.fight.state?.sequence ?? 0 };
  }

  private end(refused: string | null): void {
    const run = this.run;
    this.run = null;
    if (run === null) return;
    if (run.left.length === 0) {
      this.finish(run.label);
      return;
    }
    // Where not even the first was declared, the page's notice says why.
    if (run.done.length === 0) return;
    const { actor, label, left, done } = run;
    this.stopped = { actor, label, left, done, refused };
  }
}

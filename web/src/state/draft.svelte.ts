/** A declaration being made: target, number, payment, and what the server says it would do. */

import type { Command, NumberRange, Preview, Problem } from '../api/schema';
import type { Draft } from './desk.svelte';
import { problemOf, type Fight } from './fight.svelte';
import type { Declare } from './several.svelte';

/** A pause in typing before the server is asked. */
const PAUSE_MS = 60;
/** A larger most is a bound of the engine, and nothing that anybody means. */
const USUAL_MAX = 30;

/** The number that stands in the field at first: the usual one, unless it is a mere bound. */
function usualNumber(range: NumberRange | null): string {
  if (range === null) return '';
  return Number(range.usual) <= USUAL_MAX || range.max === range.min ? range.usual : '';
}

export class Declaration {
  target = $state<string | null>(null);
  number = $state('');
  /** Names of squares, with blanks between them. */
  squares = $state('');
  pay = $state<number | null>(null);
  /** The actor's own words, such as what it waits for. */
  words = $state('');
  because = $state('');
  preview = $state.raw<Preview | null>(null);
  problem = $state.raw<Problem | null>(null);

  constructor(
    private readonly fight: Fight,
    readonly draft: Draft,
  ) {
    const choice = draft.choice;
    this.squares = draft.squares?.join(' ') ?? '';
    this.number = usualNumber(choice?.number ?? null);
    if (choice !== null && !choice.untargeted && choice.targets.length === 1) {
      this.target = choice.targets[0] ?? null;
    }
  }

  get lacksSquare(): boolean {
    const squares = this.draft.choice?.squares ?? [];
    return squares.length > 0 && this.squares.trim() === '';
  }

  /** The number stands for words, and none are said. */
  get lacksWords(): boolean {
    const number = this.draft.choice?.number;
    if (!number?.worded || this.words.trim() !== '') return false;
    return (this.number.trim() || number.usual) === number.worded;
  }

  /** A number is asked for, and none stands in the field. */
  get lacksNumber(): boolean {
    return this.draft.choice?.number != null && this.number.trim() === '';
  }

  /** Nothing is missing but the target. */
  get ready(): boolean {
    return !this.lacksSquare && !this.lacksWords && !this.lacksNumber;
  }

  /** Everything that must be said has been said. */
  get complete(): boolean {
    const choice = this.draft.choice;
    if (!this.ready) return false;
    return choice === null || choice.untargeted || choice.targets.length === 0
      ? true
      : this.target !== null;
  }

  command(force = false): Command {
    return this.declare(force);
  }

  declare(force: boolean): Declare {
    return {
      kind: 'declare',
      actor: this.draft.actor,
      activity: this.draft.activity,
      target: this.target,
      number: this.number.trim() === '' ? null : this.number.trim(),
      pay: this.pay,
      squares: this.squares.split(/\s+/).filter((name) => name !== ''),
      words: this.words.trim() || null,
      force,
      because: force ? this.because.trim() || null : null,
    };
  }

  /** Asks what it would do; to be called in an effect, which then follows what was chosen. */
  look(): () => void {
    const command = this.command();
    const abort = new AbortController();
    const timer = setTimeout(() => {
      this.fight.preview(command, abort.signal).then(
        (preview) => {
          this.preview = preview;
          this.problem = null;
        },
        (error: unknown) => {
          if (!abort.signal.aborted) this.problem = problemOf(error);
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }
}

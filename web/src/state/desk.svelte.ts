/** What is open on the page besides the fight itself; every part reaches it through the context. */

import { createContext } from 'svelte';

import { body } from '../api/client';
import type { Choice, Refused, Sheet } from '../api/schema';
import { AreaTool } from './areatool.svelte';
import type { Fight } from './fight.svelte';
import { IN_SQUARES, squareLength, type SquareLength } from './length';
import { Portraits } from './portraits.svelte';
import { RuleTexts } from './rules.svelte';
import { plainly, Several, type Declare } from './several.svelte';
import { isDoubtful } from './targets';

/** An activity about to be declared. */
export interface Draft {
  actor: string;
  activity: string;
  /** What it needs, if it is legal. */
  choice: Choice | null;
  /** Why it is not, if it is not; the game master may force it. */
  refused: Refused | null;
  /** Squares chosen on the board. */
  squares?: readonly string[];
  /** Everybody whom it may affect, if it can be done to several at once. */
  several?: readonly string[];
}

/** A deed whose targets are marked on the board. */
export interface Marking {
  /** The name of the deed. */
  label: string;
  /** Everybody whom it may affect. */
  targets: readonly string[];
  apply: (names: readonly string[]) => void;
}

export type Panel =
  | 'add'
  | 'dial'
  | 'dice'
  | 'export'
  | 'help'
  | 'invite'
  | 'many'
  | 'order'
  | 'rules'
  | 'settings'
  | 'setup'
  | 'summary'
  | 'table'
  | null;

/** Nothing is left to choose: at most one target, one payment, and nothing to fill in. */
export function isPlain(choice: Choice): boolean {
  const { targets, untargeted, payments, squares, number, words } = choice;
  const aims = targets.length + (untargeted && targets.length > 0 ? 1 : 0);
  const fixed = !number || (number.min === number.max && !number.worded);
  return aims <= 1 && payments.length <= 1 && squares.length === 0 && fixed && !words;
}

function declaration(actor: string, choice: Choice): Declare {
  return plainly(actor, choice.activity, choice.targets[0] ?? null);
}

export class Desk {
  draft = $state.raw<Draft | null>(null);
  panel = $state<Panel>(null);
  /** The rule that is looked at. */
  rule = $state<string | null>(null);
  /** Whose name and visibility are changed. */
  person = $state<string | null>(null);
  /** Whose activities are shown. */
  actor = $state<string | null>(null);
  /** Whose activities are shown at the moment, chosen or not. */
  shown = $state<string | null>(null);
  /** Names that the panel for several begins with. */
  chosen = $state.raw<readonly string[]>([]);
  /** The form of the rulebook; `null` until somebody has needed it. */
  sheet = $state.raw<Sheet | null>(null);
  private sheetAsked = false;
  /** The deed that waits for targets to be marked on the board. */
  marking = $state.raw<Marking | null>(null);
  /** Pictures on tokens. */
  readonly portraits: Portraits;
  /** Wordings of rules that were looked at. */
  readonly rules: RuleTexts;
  /** The deed that is done to several targets. */
  readonly several: Several;
  /** The tool for areas on the board. */
  readonly area: AreaTool;

  constructor(readonly fight: Fight) {
    this.portraits = new Portraits(fight.id);
    this.rules = new RuleTexts(fight.api, fight.id);
    this.several = new Several(fight);
    this.area = new AreaTool(this);
  }

  /** How long a square is; squares until the form is there. */
  get length(): SquareLength {
    return this.sheet === null ? IN_SQUARES : squareLength(this.sheet);
  }

  /** Fetches the form of the rulebook, once. */
  async loadSheet(): Promise<void> {
    const ruleset = this.fight.state?.ruleset;
    if (this.sheetAsked || ruleset === undefined) return;
    this.sheetAsked = true;
    const path = { ruleset };
    try {
      const request = this.fight.api.GET('/api/v1/rulesets/{ruleset}', { params: { path } });
      this.sheet = (await body(request)).sheet;
    } catch {
      this.sheetAsked = false;
    }
  }

  /** Does it at once where there is nothing to choose; otherwise asks for what is missing. */
  async pick(actor: string, choice: Choice | null, refused: Refused | null): Promise<void> {
    const activity = choice?.activity ?? refused?.activity ?? '';
    const several = choice === null ? [] : await this.reachOf(actor, choice);
    const state = this.fight.state;
    if (several.length > 1) {
      this.draft = { actor, activity, choice, refused, several };
    } else if (choice !== null && isPlain(choice) && !(state && isDoubtful(state, actor, choice))) {
      void this.fight.give(declaration(actor, choice));
    } else {
      this.draft = { actor, activity, choice, refused };
    }
  }

  /** Everybody whom an activity may affect at once; nobody if it takes one target at most. */
  private async reachOf(actor: string, choice: Choice): Promise<readonly string[]> {
    if (!choice.spreads || choice.targets.length === 0) return [];
    try {
      const { signal } = new AbortController();
      const { others } = await this.fight.preview(declaration(actor, choice), signal);
      const further = others.filter((name) => !choice.targets.includes(name));
      return others.length === 0 ? [] : [...choice.targets, ...further];
    } catch {
      // One target is asked for, as for anything else.
      return [];
    }
  }

  /** Has the targets of a deed marked on the board. */
  mark(marking: Marking): void {
    this.draft = null;
    this.marking = marking;
    if (!this.area.open) this.area.begin();
  }

  /** Goes to a square with what somebody moves with; asks only if there are several ways to pay. */
  step(actor: string, choice: Choice, square: string): void {
    if (choice.payments.length <= 1 && !choice.number && !choice.words) {
      void this.fight.give({ ...declaration(actor, choice), squares: [square] });
    } else {
      const activity = choice.activity;
      this.draft = { actor, activity, choice, refused: null, squares: [square] };
    }
  }
}

export const [getDesk, setDesk] = createContext<Desk>();

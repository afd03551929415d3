/** What is open on the page besides the fight itself; every part reaches it through the context. */

import { createContext } from 'svelte';

import type { Choice, Refused } from '../api/schema';
import type { Fight } from './fight.svelte';

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
}

export type Panel =
  'add' | 'dial' | 'export' | 'help' | 'invite' | 'rules' | 'setup' | 'table' | null;

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

  constructor(readonly fight: Fight) {}
}

export const [getDesk, setDesk] = createContext<Desk>();

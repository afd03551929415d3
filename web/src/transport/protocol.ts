/** What the page and its worker say to each other. */

import type { TrackerAnswer, TrackerRequest } from '@turnwright/engine/tracker';

/** The channel on which every tab hears the ids of encounters that have changed. */
export const CHANGES = 'turnwright changes';

export type Call =
  { kind: 'books'; address: string } | { kind: 'request'; nth: number; request: TrackerRequest };

export type Reply =
  | { kind: 'answer'; nth: number; answer: TrackerAnswer }
  | { kind: 'failed'; nth: number; why: string };

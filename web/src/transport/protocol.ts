/** Messages between the page and its worker. */

import type { TrackerAnswer, TrackerRequest } from '@turnwright/engine/tracker';

/** Name of the broadcast channel that tells all tabs the ids of changed encounters. */
export const CHANGES = 'turnwright changes';

export type Call =
  { kind: 'books'; address: string } | { kind: 'request'; nth: number; request: TrackerRequest };

export type Reply =
  | { kind: 'answer'; nth: number; answer: TrackerAnswer }
  | { kind: 'failed'; nth: number; why: string };

/** Which lines of the log tell the story, and which only keep the books. */

import type { Line } from '../api/schema';

/** Bookkeeping: tokens paid and gained, internal numbers. */
const DETAILS = new Set(['paid', 'pool', 'attribute', 'other', 'variable', 'limit']);

export function isStory(line: Line): boolean {
  const told = (line as Line & { story?: boolean }).story;
  return told ?? !DETAILS.has(line.sort);
}

/** Parts of the page that are fetched before they are asked for, once nothing else is to be done. */

/** Long enough for the first screen to be drawn on a slow phone. */
const PAUSE_MS = 2000;

/** Fetches parts later, one after the other; without a network each is fetched when it is shown. */
export function warm(parts: readonly (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => void fetchAll(parts), PAUSE_MS);
  return () => clearTimeout(timer);
}

async function fetchAll(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const part of parts) await part().catch(() => undefined);
}

/** Rulebooks as files of the site: fetched when first needed, and cached on the device. */

import type { RulesetSummary, TextFile } from '../api/schema';

const SHELF = 'turnwright-books';
const INDEX = 'index.json';

/** The rulebooks of the site, and the file name of each. The name has a hash of the content. */
export interface Index {
  rulesets: RulesetSummary[];
  files: Record<string, string>;
}

/** Opens the cache of rulebooks; null if the browser gives this page no cache. */
async function shelf(): Promise<Cache | null> {
  try {
    return await caches.open(SHELF);
  } catch {
    return null;
  }
}

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

/** Fetches the index. Without a network, returns the cached one. */
export async function index(base: string): Promise<Index> {
  const cache = await shelf();
  const address = new URL(INDEX, base).href;
  let response: Response;
  try {
    response = await fetched(address);
    await cache?.put(address, response.clone()).catch(() => undefined);
  } catch (error) {
    const kept = await cache?.match(address);
    if (kept === undefined) throw error;
    response = kept;
  }
  const found = (await response.json()) as Index;
  void tidy(cache, base, found).catch(() => undefined);
  return found;
}

/** Removes cached files that the index no longer names. */
async function tidy(cache: Cache | null, base: string, { files }: Index): Promise<void> {
  const wanted = [INDEX, ...Object.values(files)].map((name) => new URL(name, base).href);
  for (const { url } of (await cache?.keys()) ?? []) {
    if (url.startsWith(base) && !wanted.includes(url)) await cache?.delete(url);
  }
}

/** Returns the files of a rulebook, from the cache or from the site. `name` is its file name. */
export async function book(base: string, name: string): Promise<TextFile[]> {
  const cache = await shelf();
  const address = new URL(name, base).href;
  let response = await cache?.match(address);
  if (response === undefined) {
    response = await fetched(address);
    await cache?.put(address, response.clone()).catch(() => undefined);
  }
  return (await response.json()) as TextFile[];
}

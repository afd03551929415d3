/** Rulebooks as files of the site: fetched when they are asked for, and kept on the device. */

import type { RulesetSummary, TextFile } from '../api/schema';

const SHELF = 'turnwright-books';
const INDEX = 'index.json';

/** The rulebooks of the site, and the file of each; a file's name changes with what is in it. */
export interface Index {
  rulesets: RulesetSummary[];
  files: Record<string, string>;
}

/** The cache, where the browser has one for this page. */
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

/** The index as the site has it now; without a network, as it was. */
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

/** Removes files of rulebooks that are no longer named. */
async function tidy(cache: Cache | null, base: string, { files }: Index): Promise<void> {
  const wanted = [INDEX, ...Object.values(files)].map((name) => new URL(name, base).href);
  for (const { url } of (await cache?.keys()) ?? []) {
    if (url.startsWith(base) && !wanted.includes(url)) await cache?.delete(url);
  }
}

/** The files of a rulebook. */
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

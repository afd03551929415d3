/// <reference lib="webworker" />
/**
 * The tracker on this device. The engine answers requests as a server would; every record that an
 * answer changed is on the disk before the page hears of it. Tabs of one browser take turns, and
 * read again what another one has changed.
 */

import {
  announce,
  load,
  provide,
  Tracker,
  unfetched,
  unkept,
  type TrackerAnswer,
  type TrackerRequest,
} from '@turnwright/engine/tracker';
import engine from '@turnwright/engine/tracker/wasm?url';

import { book, index, type Index } from './books';
import { CHANGES, type Call, type Reply } from './protocol';
import { Records } from './records';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const changes = new BroadcastChannel(CHANGES);
/** Rulebooks that one request may need one after the other. */
const BOOKS_MAX = 8;

let base = '';
let ready: Promise<Ready> | null = null;
let tracker: Tracker | null = null;
/** The generation of the records that `tracker` has. */
let generation = -1;

interface Ready {
  shelf: Index;
  /** The database, or why there is none, as in some private windows. */
  records: Records | Error;
}

async function start(): Promise<Ready> {
  const records = Records.open().catch((error: unknown) => asError(error));
  const compiled = fetch(engine).then((response) => response.arrayBuffer());
  const [shelf] = await Promise.all([index(base), compiled.then(load)]);
  announce(Object.keys(shelf.files));
  return { shelf, records: await records };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The tracker, with everything that any tab has changed. */
async function current({ records }: Ready): Promise<Tracker> {
  if (records instanceof Error) return (tracker ??= new Tracker([]));
  const now = await records.generation();
  if (tracker === null || now !== generation) {
    tracker?.free();
    tracker = new Tracker(await records.all());
    generation = now;
  }
  return tracker;
}

/** Forgets what is in memory: the next request begins from what is on the disk. */
function forget(): void {
  tracker?.free();
  tracker = null;
}

async function answer(request: TrackerRequest): Promise<TrackerAnswer> {
  // Without a network or in the middle of a new version the start may fail; then it is tried again.
  ready ??= start();
  const state = await ready.catch((error: unknown) => {
    ready = null;
    throw error;
  });
  if (request.method === 'GET' && request.address === '/api/v1/rulesets') {
    return told({ rulesets: state.shelf.rulesets });
  }
  for (let tries = 0; tries < BOOKS_MAX; tries += 1) {
    const found = (await current(state)).answer(request);
    if (found.missing.length === 0) return await kept(state, found);
    forget();
    for (const ruleset of found.missing) {
      try {
        provide(ruleset, await book(base, state.shelf.files[ruleset] ?? ''));
      } catch {
        return unfetched(ruleset);
      }
    }
  }
  throw new Error('this needs too many rulebooks');
}

function told(value: unknown): TrackerAnswer {
  const body = new TextEncoder().encode(JSON.stringify(value));
  return { status: 200, contentType: 'application/json', body, changes: [], missing: [] };
}

/** An answer whose changes are on the disk, or the problem why they are not. */
async function kept({ records }: Ready, found: TrackerAnswer): Promise<TrackerAnswer> {
  if (found.changes.length === 0) return found;
  try {
    if (records instanceof Error) throw records;
    generation = await records.keep(found.changes);
  } catch (error) {
    forget();
    return unkept(asError(error).message);
  }
  const encounters = found.changes.map(([key]) => /^(?:fight|entry) (\S+)/.exec(key)?.[1]);
  changes.postMessage([...new Set(encounters.filter((id) => id !== undefined))]);
  return found;
}

/** One request at a time, in all tabs together. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Only pages over HTTPS or of this machine have locks; others are open in one tab.
  if (!('locks' in navigator)) {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  }
  return navigator.locks.request('turnwright device', work) as Promise<T>;
}
let queue: Promise<unknown> = Promise.resolve();

scope.addEventListener('message', ({ data }: MessageEvent<Call>) => {
  if (data.kind === 'books') {
    base = data.address;
    return;
  }
  const { nth, request } = data;
  inTurn(() => answer(request)).then(
    (found) => scope.postMessage({ kind: 'answer', nth, answer: found } satisfies Reply),
    (error: unknown) => {
      // An engine that broke off may be in the middle of something: the next request begins anew.
      tracker = null;
      scope.postMessage({ kind: 'failed', nth, why: asError(error).message } satisfies Reply);
    },
  );
});

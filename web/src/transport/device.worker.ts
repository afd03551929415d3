/// <reference lib="webworker" />
/**
 * The tracker on this device, in a worker. The engine answers requests as a server would. The
 * records that an answer changes are stored before the page gets the answer. Tabs of one browser
 * take turns, and read all records again after a change by another tab.
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
/** Largest number of times that one request is tried, with more rulebooks each time. */
const BOOKS_MAX = 8;

let base = '';
let ready: Promise<Ready> | null = null;
let tracker: Tracker | null = null;
/** Generation of the records in `tracker`. */
let generation = -1;

interface Ready {
  shelf: Index;
  /** The database, or the error if there is none, as in some private windows. */
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

/** Returns the tracker with the changes of all tabs. Rebuilds it if another tab made a change. */
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

/** Discards the tracker in memory. The next request rebuilds it from the stored records. */
function forget(): void {
  tracker?.free();
  tracker = null;
}

async function answer(request: TrackerRequest): Promise<TrackerAnswer> {
  // The start may fail without a network or during an update. The next request tries again.
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

/** Stores the changes of an answer and returns it. Returns a problem if they can't be stored. */
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

/** Runs one piece of work at a time, across all tabs. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Locks need HTTPS or localhost. Without them, requests take turns only within this tab.
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
      // The state in memory may be incomplete after a crash. The next request rebuilds it.
      tracker = null;
      scope.postMessage({ kind: 'failed', nth, why: asError(error).message } satisfies Reply);
    },
  );
});

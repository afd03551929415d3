/**
 * The tracker on one device. Requests and answers are those of the server's HTTP API.
 */

/** Loads the engine with the tracker, compiled or as bytes (`@turnwright/engine/tracker/wasm`). */
export function load(module: WebAssembly.Module | BufferSource): void;

/** A request: its method, path with query, headers and body. */
export interface TrackerRequest {
  method: string;
  address: string;
  headers: [name: string, value: string][];
  body: Uint8Array;
}

/** An answer. It counts only once its changes are kept. */
export interface TrackerAnswer {
  status: number;
  contentType: string;
  body: Uint8Array<ArrayBuffer>;
  /** Records by key; those without a value are to be removed. */
  changes: [key: string, value: string | null][];
  /** Rulesets to hand in. Then begin again from the kept records, and ask again. */
  missing: string[];
}

/** All fights of one device, in memory. Whoever has it keeps the records that answers change. */
export class Tracker {
  /** Begins with the records that were kept. */
  constructor(records: [key: string, value: string][]);
  /** Answers a request. */
  answer(request: TrackerRequest): TrackerAnswer;
  /** Lets go of the memory. */
  free(): void;
}

/** Says which rulesets can be had: what asks for one of them ends up in `missing`. */
export function announce(rulesets: string[]): void;

/** Hands in the files of a ruleset. */
export function provide(ruleset: string, files: { path: string; text: string }[]): void;

/** The answer where records cannot be kept. */
export function unkept(why: string): TrackerAnswer;

/** The answer where a ruleset cannot be fetched. */
export function unfetched(ruleset: string): TrackerAnswer;

/**
 * The tracker on one device. Requests and answers have the shapes of the server's HTTP API.
 */

/**
 * Loads the engine with the tracker (`@turnwright/engine/tracker/wasm`), from a compiled module or
 * from bytes.
 */
export function load(module: WebAssembly.Module | BufferSource): void;

/** A request: its method, path with query, headers and body. */
export interface TrackerRequest {
  method: string;
  address: string;
  headers: [name: string, value: string][];
  body: Uint8Array;
}

/**
 * An answer. It is valid only after its changes are stored. If storing fails, discard the tracker
 * and create a new one from the stored records.
 */
export interface TrackerAnswer {
  status: number;
  contentType: string;
  body: Uint8Array<ArrayBuffer>;
  /** Records to store, by key; `null` removes a record. */
  changes: [key: string, value: string | null][];
  /**
   * Rulesets that were missing. If there are any, discard the answer and the tracker, provide the
   * rulesets, create a new tracker from the stored records and repeat the request.
   */
  missing: string[];
}

/** All fights of one device, in memory. The caller stores the records that answers change. */
export class Tracker {
  /** Creates a tracker with the stored records. */
  constructor(records: [key: string, value: string][]);
  /** Answers a request. */
  answer(request: TrackerRequest): TrackerAnswer;
  /** Frees the tracker's memory. The tracker can't be used afterwards. */
  free(): void;
}

/** Announces rulesets that can be provided. Requests that need one report it as `missing`. */
export function announce(rulesets: string[]): void;

/** Provides the files of a ruleset. Later calls for the same ruleset change nothing. */
export function provide(ruleset: string, files: { path: string; text: string }[]): void;

/** Returns the answer for records that cannot be stored: status 507 and a problem. */
export function unkept(why: string): TrackerAnswer;

/** Returns the answer for a ruleset that cannot be fetched: status 503 and a problem. */
export function unfetched(ruleset: string): TrackerAnswer;

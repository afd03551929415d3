/**
 * The tracker on one device: the handlers of the server's HTTP API, called without a network.
 * `tracker.d.ts` has the types.
 */
import {
  announceRulesets,
  initSync,
  missingProblem,
  provideRuleset,
  setNow,
  Tracker as RawTracker,
  unkeptProblem,
} from './dist/tracker/turnwright_wasm.js';

/** Loads the engine with the tracker, from a compiled module or from bytes. */
export function load(module) {
  initSync({ module });
}

/** All fights of one device, in memory. The caller stores the records that answers change. */
export class Tracker {
  #raw;

  constructor(records) {
    this.#raw = new RawTracker(JSON.stringify(records));
  }

  answer({ method, address, headers, body }) {
    setNow(Date.now());
    const answer = this.#raw.answer(method, address, JSON.stringify(headers), body);
    const { status, contentType, missing } = answer;
    const told = { status, contentType, missing, body: answer.body };
    const changes = JSON.parse(answer.changes);
    answer.free();
    return { ...told, changes };
  }

  free() {
    this.#raw.free();
  }
}

/** Announces rulesets that can be provided. Requests that need one report it as `missing`. */
export function announce(rulesets) {
  announceRulesets(rulesets);
}

/** Provides the files of a ruleset. Later calls for the same ruleset change nothing. */
export function provide(ruleset, files) {
  provideRuleset(ruleset, JSON.stringify(files));
}

const problem = (status, json) => ({
  status,
  contentType: 'application/json',
  body: new TextEncoder().encode(json),
  changes: [],
  missing: [],
});

/** Returns the answer for records that cannot be stored: status 507 and a problem. */
export function unkept(why) {
  return problem(507, unkeptProblem(why));
}

/** Returns the answer for a ruleset that cannot be fetched: status 503 and a problem. */
export function unfetched(ruleset) {
  return problem(503, missingProblem(ruleset));
}

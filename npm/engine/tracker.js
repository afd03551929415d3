/**
 * The tracker on one device: the handlers of the server's HTTP API, called instead of asked over a
 * network. `tracker.d.ts` has the types.
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

/** Loads the engine with the tracker, compiled or as bytes. */
export function load(module) {
  initSync({ module });
}

/** All fights of one device, in memory. Whoever has it keeps the records that answers change. */
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

/** Says which rulesets can be had: what asks for one of them ends up in `missing`. */
export function announce(rulesets) {
  announceRulesets(rulesets);
}

/** Hands in the files of a ruleset. */
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

/** The answer where records cannot be kept. */
export function unkept(why) {
  return problem(507, unkeptProblem(why));
}

/** The answer where a ruleset cannot be fetched. */
export function unfetched(ruleset) {
  return problem(503, missingProblem(ruleset));
}

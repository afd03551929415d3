/**
 * The engine as a library. All calls are synchronous after `load` resolves.
 *
 * Requests and answers have the shapes of the server's API; `index.d.ts` has their types.
 */
import {
  initSync,
  marks as rawMarks,
  pace as rawPace,
  Rulebook as RawRulebook,
  setNow,
} from './dist/turnwright_wasm.js';

/** Error of a call that was refused and changed nothing. `problem` gives the reason. */
export class EngineProblem extends Error {
  constructor(problem) {
    super(problem.help ? `${problem.message} (${problem.help})` : problem.message);
    this.name = 'EngineProblem';
    this.problem = problem;
  }
}

let loading;

/** Loads the engine. Later calls return the promise of the first one. */
export function load(wasm) {
  loading ??= read(wasm).then((module) => void initSync({ module }));
  return loading;
}

async function read(wasm) {
  if (wasm) return wasm;
  const address = new URL('./dist/turnwright_wasm_bg.wasm', import.meta.url);
  if (address.protocol === 'file:') {
    const { readFile } = await import(/* @vite-ignore */ 'node:fs/promises');
    return readFile(address);
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the engine is not at ${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Runs a call of the engine. Turns a problem, which is JSON, into an `EngineProblem`. */
function run(call) {
  setNow(Date.now());
  try {
    return call();
  } catch (error) {
    throw typeof error === 'string' ? new EngineProblem(JSON.parse(error)) : error;
  }
}

const parsed = (call) => JSON.parse(run(call));

/** A ruleset as files, to read, change, check and play. */
export class Rulebook {
  #raw;

  constructor(files) {
    this.#raw = run(() => new RawRulebook(JSON.stringify(files)));
  }

  set(path, text) {
    this.#raw.set(path, text);
  }

  remove(path) {
    this.#raw.remove(path);
  }

  check() {
    return parsed(() => this.#raw.check());
  }

  scenarios(file) {
    return parsed(() => this.#raw.scenarios(file));
  }

  begin(path, seed = 1) {
    return new Fight(run(() => this.#raw.begin(path, BigInt(seed))));
  }

  beginText(text, seed = 1) {
    return new Fight(run(() => this.#raw.beginText(text, BigInt(seed))));
  }

  resume(text) {
    return new Fight(run(() => this.#raw.resume(text)));
  }

  pace(path, decisions) {
    return parsed(() => rawPace(this.#raw, path, decisions));
  }

  free() {
    this.#raw.free();
  }
}

/** A fight in the caller's memory, as the game master sees and runs it. */
export class Fight {
  #raw;
  /** Sequence number of the last change; undefined until an answer tells it. */
  #sequence;

  constructor(raw) {
    this.#raw = raw;
  }

  state() {
    return this.#noted(parsed(() => this.#raw.state()));
  }

  /** Notes the sequence number of an answer, and returns the answer. */
  #noted(answer) {
    this.#sequence = answer.sequence;
    return answer;
  }

  #expected() {
    return this.#sequence ?? this.state().sequence;
  }

  options(who) {
    return parsed(() => this.#raw.options(who));
  }

  reach(who) {
    return parsed(() => this.#raw.reach(who));
  }

  plan(who) {
    return parsed(() => this.#raw.plan(who));
  }

  log(after = 0, limit = 1000) {
    return parsed(() => this.#raw.log(after, limit));
  }

  history() {
    return parsed(() => this.#raw.history());
  }

  rule(id) {
    return parsed(() => this.#raw.rule(id));
  }

  setup() {
    return parsed(() => this.#raw.setup());
  }

  export() {
    return run(() => this.#raw.export());
  }

  record() {
    return run(() => this.#raw.record());
  }

  preview(command) {
    return parsed(() => this.#raw.preview(JSON.stringify({ command })));
  }

  command(command, expected = this.#expected()) {
    return this.#noted(parsed(() => this.#raw.command(JSON.stringify({ expected, command }))));
  }

  go(to, expected = this.#expected()) {
    return this.#noted(parsed(() => this.#raw.go(JSON.stringify({ expected, to }))));
  }

  undo(count = 1) {
    return this.go({ kind: 'undo', count });
  }

  redo(count = 1) {
    return this.go({ kind: 'redo', count });
  }

  table(change) {
    return this.#noted(parsed(() => this.#raw.table(JSON.stringify(change))));
  }

  changeSetup(text, expected = this.#expected()) {
    return this.#noted(parsed(() => this.#raw.changeSetup(JSON.stringify({ expected, text }))));
  }

  free() {
    this.#raw.free();
  }
}

/** Returns the fingerprints of a recorded game: of its beginning and after each command. */
export function marks(game, files) {
  return run(() => rawMarks(game, JSON.stringify(files))).split('\n');
}

/**
 * The engine as a library. The types of requests and answers come from the schema of the server's
 * API.
 */
import type {
  Command,
  Export,
  History,
  Log,
  Move,
  News,
  Options,
  Plan,
  Preview,
  Problem,
  Reach,
  Report,
  Rule,
  ScenarioResults,
  Setup,
  State,
  TableRequest,
  TextFile,
} from './schema.d.ts';

export type * from './schema.d.ts';

/** Error of a call that was refused and changed nothing. `problem` gives the reason. */
export class EngineProblem extends Error {
  readonly problem: Problem;
}

/**
 * Loads the engine. Later calls return the promise of the first one. Pass the bytes or the compiled
 * module if the engine cannot read its own file.
 */
export function load(wasm?: BufferSource | WebAssembly.Module): Promise<void>;

/** Figures of random fights. Two builds that play the same fights return the same `hash`. */
export interface Pace {
  fights: number;
  decisions: number;
  hash: string;
}

/** A ruleset as files: `ruleset.toml`, `rules/*.toml`, `scenarios/*.md`, `examples/*.toml`. */
export class Rulebook {
  /** Creates a ruleset with these files. The files may have errors. */
  constructor(files: TextFile[]);
  /** Adds or replaces a file. */
  set(path: string, text: string): void;
  /** Removes a file. */
  remove(path: string): void;
  /** Returns all problems, each with file, line, column, hint and code. */
  check(): Report;
  /** Runs all scenarios, or the scenarios of one file. Throws if the rules do not load. */
  scenarios(file?: string): ScenarioResults;
  /** Begins a fight from an encounter file, by its path. The default seed is 1. */
  begin(path: string, seed?: number): Fight;
  /** Begins a fight from the text of an encounter file. The default seed is 1. */
  beginText(text: string, seed?: number): Fight;
  /** Continues an exported fight or a recorded game, under its own rules if it has any. */
  resume(text: string): Fight;
  /** Plays random fights of an encounter file until `decisions` decisions are made. */
  pace(path: string, decisions: number): Pace;
  /** Gives its memory back. */
  free(): void;
}

/** A fight, as the game master sees and runs it. A call that throws changes nothing. */
export class Fight {
  private constructor();
  /** Returns the present state. */
  state(): State;
  /** Returns the legal options with their payments, and the refused ones with all reasons. */
  options(who?: string): Options;
  /** Returns the squares that a combatant can reach on the board, with their prices. */
  reach(who: string): Reach;
  /** Returns the ways in which a combatant can end its turn. */
  plan(who: string): Plan;
  /** Returns at most `limit` log entries after a number; by default the first 1000. */
  log(after?: number, limit?: number): Log;
  /** Returns the history with all branches. */
  history(): History;
  /** Returns a rule by id. */
  rule(id: string): Rule;
  /** Returns the encounter file and the files that it names. */
  setup(): Setup;
  /** Returns everything about the fight as JSON, to continue it later; see {@link Export}. */
  export(): string;
  /** Returns the fight as a recorded game, which `turnwright play` can read. */
  record(): string;
  /** Returns the predicted result of a command. */
  preview(command: Command): Preview;
  /** Gives a command. Throws if `expected` is not the number of the last change. */
  command(command: Command, expected?: number): News;
  /** Moves through the history. */
  go(to: Move, expected?: number): News;
  /** Takes back `count` steps; by default one. */
  undo(count?: number): News;
  /** Repeats `count` steps that were taken back; by default one. */
  redo(count?: number): News;
  /** Changes the table's settings. */
  table(change: TableRequest): News;
  /** Replaces the encounter file and plays the log again. */
  changeSetup(text: string, expected?: number): News;
  /** Gives its memory back. */
  free(): void;
}

/** Returns the fingerprints of a recorded game: of its beginning and after each command. */
export function marks(game: string, files: TextFile[]): string[];

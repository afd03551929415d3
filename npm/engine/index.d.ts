/**
 * The engine as a library. The types of requests and answers are those of the server's API,
 * generated from the same schema.
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

/** A call that was not carried out. It has changed nothing. */
export class EngineProblem extends Error {
  readonly problem: Problem;
}

/** Loads the engine; any number of calls load it once. Give the bytes where no file can be read. */
export function load(wasm?: BufferSource | WebAssembly.Module): Promise<void>;

/** Random fights that were played: two builds that play the same ones give the same `hash`. */
export interface Pace {
  fights: number;
  decisions: number;
  hash: string;
}

/** A ruleset as files: `ruleset.toml`, `rules/*.toml`, `scenarios/*.md`, `examples/*.toml`. */
export class Rulebook {
  /** Takes in files; they need not load. */
  constructor(files: TextFile[]);
  /** Puts in a file, or replaces it. */
  set(path: string, text: string): void;
  /** Takes out a file. */
  remove(path: string): void;
  /** Every mistake, with file, line, column, hint and code. */
  check(): Report;
  /** Runs all scenarios, or those of one file. */
  scenarios(file?: string): ScenarioResults;
  /** Begins a fight from one of its encounter files. */
  begin(path: string, seed?: number): Fight;
  /** Begins a fight from the text of an encounter file. */
  beginText(text: string, seed?: number): Fight;
  /** Goes on with an exported fight or a recorded game. */
  resume(text: string): Fight;
  /** Plays random fights until so many decisions are made. */
  pace(path: string, decisions: number): Pace;
  /** Gives its memory back. */
  free(): void;
}

/** A fight, seen and led by the game master. A call that throws has changed nothing. */
export class Fight {
  private constructor();
  /** Everything about this moment. */
  state(): State;
  /** Everything that is legal with its payments, and all reasons why the rest is not. */
  options(who?: string): Options;
  /** Where someone can get to on the board, and at what price. */
  reach(who: string): Reach;
  /** The ways in which someone can end the turn. */
  plan(who: string): Plan;
  /** Log entries after a number. */
  log(after?: number, limit?: number): Log;
  /** The history with all branches. */
  history(): History;
  /** A rule by its id. */
  rule(id: string): Rule;
  /** The encounter file and those that it names. */
  setup(): Setup;
  /** Everything about the fight as text, to go on with it later; see {@link Export}. */
  export(): string;
  /** The fight as a recorded game, as `turnwright play` reads it. */
  record(): string;
  /** The result that a command would have. */
  preview(command: Command): Preview;
  /** Gives a command. */
  command(command: Command, expected?: number): News;
  /** Goes through the history. */
  go(to: Move, expected?: number): News;
  /** Goes back. */
  undo(count?: number): News;
  /** Goes forward again. */
  redo(count?: number): News;
  /** Changes how the table plays. */
  table(change: TableRequest): News;
  /** Takes another encounter file and plays everything again. */
  changeSetup(text: string, expected?: number): News;
  /** Gives its memory back. */
  free(): void;
}

/** Fingerprints of a recorded game: of its beginning and after each command. */
export function marks(game: string, files: TextFile[]): string[];

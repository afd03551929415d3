/** Calls from the page to its worker, and their answers. */
import type {
  Command,
  Log,
  Options,
  Problem,
  Report,
  ScenarioResults,
  State,
  TextFile,
} from '@turnwright/engine';

/** All mistakes, and the scenarios if the rules load. */
export interface Examined {
  report: Report;
  results: ScenarioResults | null;
  milliseconds: number;
}

/** A fight at this moment. */
export interface Moment {
  state: State;
  options: Options;
  log: Log;
  /** Commands that the rules as they are now no longer allow, and why. */
  lost: { command: string; why: string }[];
}

/** A fight, or why there is none. */
export type Fought = { moment: Moment } | { problem: Problem };

/** Calls of the worker. */
export interface Calls {
  open(files: TextFile[]): void;
  set(path: string, text: string): void;
  remove(path: string): void;
  examine(): Examined;
  begin(path: string, seed: number): Fought;
  /** The same commands under the rules as they are now. */
  again(): Fought | null;
  give(command: Command): Fought;
  undo(): Fought;
  redo(): Fought;
}

export type Name = keyof Calls;
export interface Request {
  id: number;
  name: Name;
  args: unknown[];
}
export type Reply = { id: number; value: unknown } | { id: number; error: string };

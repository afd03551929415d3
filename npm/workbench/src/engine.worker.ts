/** The engine, away from the page's own thread, so that typing never waits for it. */
import { EngineProblem, load, Rulebook, type Fight } from '@turnwright/engine';

import type { Calls, Fought, Moment, Reply, Request } from './protocol.ts';

let rulebook: Rulebook | null = null;
let begun: { path: string; seed: number } | null = null;
let fight: Fight | null = null;

const book = (): Rulebook => (rulebook ??= new Rulebook([]));

function begin(path: string, seed: number): Fight {
  const fresh = book().begin(path, seed);
  fresh.table({ auto_roll: true });
  return fresh;
}

function moment(of: Fight, lost: Moment['lost'] = []): Fought {
  return { moment: { state: of.state(), options: of.options(), log: of.log(), lost } };
}

/** A fight, or the problem that a call of the engine ended in. */
function attempt(call: () => Fought): Fought {
  try {
    return call();
  } catch (error) {
    if (error instanceof EngineProblem) return { problem: error.problem };
    throw error;
  }
}

const noFight: Fought = {
  problem: {
    code: 'not-found',
    message: 'no fight has begun',
    help: null,
    sequence: null,
    reasons: [],
    report: null,
    fields: [],
    rulesets: [],
  },
};

const calls: Calls = {
  open(files) {
    rulebook?.free();
    rulebook = new Rulebook(files);
    fight?.free();
    [fight, begun] = [null, null];
  },
  set: (path, text) => book().set(path, text),
  remove: (path) => book().remove(path),
  examine() {
    const start = performance.now();
    const report = book().check();
    let results = null;
    try {
      results = book().scenarios();
    } catch (error) {
      // The report says why.
      if (!(error instanceof EngineProblem)) throw error;
    }
    return { report, results, milliseconds: performance.now() - start };
  },
  begin: (path, seed) =>
    attempt(() => {
      const fresh = begin(path, seed);
      fight?.free();
      [fight, begun] = [fresh, { path, seed }];
      return moment(fresh);
    }),
  again() {
    const [before, from] = [fight, begun];
    if (!before || !from) return null;
    return attempt(() => {
      const fresh = begin(from.path, from.seed);
      const lost: Moment['lost'] = [];
      for (const update of before.log(0, 100_000).updates) {
        // What the program does by itself, it does again.
        if (!update.active || !update.command || update.by === 'server') continue;
        try {
          fresh.command({ kind: 'text', text: update.command });
        } catch (error) {
          if (!(error instanceof EngineProblem)) throw error;
          lost.push({ command: update.command, why: error.message });
        }
      }
      before.free();
      fight = fresh;
      return moment(fresh, lost);
    });
  },
  give(command) {
    const current = fight;
    if (!current) return noFight;
    return attempt(() => {
      current.command(command);
      return moment(current);
    });
  },
  undo() {
    const current = fight;
    if (!current) return noFight;
    return attempt(() => {
      current.undo();
      return moment(current);
    });
  },
  redo() {
    const current = fight;
    if (!current) return noFight;
    return attempt(() => {
      current.redo();
      return moment(current);
    });
  },
};

const ready = load();

self.addEventListener('message', (event: MessageEvent<Request>) => {
  const { id, name, args } = event.data;
  const answer = async (): Promise<Reply> => {
    try {
      await ready;
      const call = calls[name] as (...args: unknown[]) => unknown;
      return { id, value: call(...args) };
    } catch (error) {
      return { id, error: error instanceof Error ? error.message : String(error) };
    }
  };
  void answer().then((reply) => {
    self.postMessage(reply);
  });
});

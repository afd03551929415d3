/** One encounter as this page knows it: its state, what can be done, and what happened. */

import { transport } from '#transport';

import { body, connect, Refusal, Unreachable, type Api } from '../api/client';
import type {
  Combatant,
  Command,
  CombatantOptions,
  Move,
  News,
  Options,
  Ping,
  Preview,
  Problem,
  Role,
  State,
  Update,
} from '../api/schema';
import type { Line } from '../transport';
import { commandText } from '../words/commands';
import { labelOf } from '../words/labels';
import { t } from '../words/language.svelte';

/** How much of the log is there at once; earlier pages come on request. */
const LOG_PAGE = 200;
const TRIES = 4;
/** How long it is shown that something kept was sent. */
const SENT_SHOWN_MS = 6000;
/** How long a square is pointed at. */
const PING_SHOWN_MS = 2000;

/** A command that could not be sent yet, and what became of it. */
export interface Kept {
  command: Command;
  text: string;
  /** The key that keeps it from counting twice. */
  id: string;
  expected: number;
  state: 'waiting' | 'sending' | 'sent' | 'lapsed';
}

/** The key of a request that must not count twice. */
function requestId(): string {
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
}

export class Fight {
  readonly api: Api;
  state = $state.raw<State | null>(null);
  options = $state.raw<Options | null>(null);
  log = $state.raw<Update[]>([]);
  /** There are changes before the first one of `log`. */
  earlier = $state(false);
  line = $state<Line>('connecting');
  /** Why the last thing asked for was not done; shown until it is put away. */
  problem = $state.raw<Problem | null>(null);
  /** The command that `problem` is about; the game master may force it. */
  refused = $state.raw<Command | null>(null);
  /** What waits on this device for the connection. */
  kept = $state.raw<Kept | null>(null);
  /** Squares that somebody points at right now. */
  pings = $state.raw<readonly (Ping & { nth: number })[]>([]);
  /** What is under way. */
  private sending: Promise<boolean> | null = null;
  private attempt: { id: string; command: Command } | null = null;

  private stop: () => void = () => undefined;
  private optionsAbort = new AbortController();
  /** Labels of activities, also of those that nobody can do at present. */
  private labels = $state.raw<Readonly<Record<string, string>>>({});

  constructor(
    readonly id: string,
    private readonly secret: string,
    readonly role: Role,
    /** What the seat is called. */
    readonly name: string | null,
  ) {
    this.api = connect(secret);
  }

  get isMaster(): boolean {
    return this.role === 'game-master' || this.role === 'host';
  }

  /** The options hold for what is shown. */
  get fresh(): boolean {
    return this.state !== null && this.options?.sequence === this.state.sequence;
  }

  open(): () => void {
    this.stop = transport.listen(this.id, this.secret, {
      news: (news) => this.hear(news),
      line: (line) => {
        this.line = line;
        if (line === 'live') void this.sendKept();
      },
      ping: (ping) => this.point(ping),
      after: () => this.state?.sequence,
    });
    return () => {
      this.stop();
      this.optionsAbort.abort();
    };
  }

  /** Shows everybody a square for a moment. */
  async ping(x: number, y: number): Promise<void> {
    const path = { encounter: this.id };
    await this.api
      .POST('/api/v1/encounters/{encounter}/pings', { params: { path }, body: { x, y } })
      .catch(() => undefined);
  }

  private point(ping: Ping): void {
    const shown = { ...ping, nth: (this.pings.at(-1)?.nth ?? 0) + 1 };
    this.pings = [...this.pings, shown];
    setTimeout(() => {
      this.pings = this.pings.filter((one) => one !== shown);
    }, PING_SHOWN_MS);
  }

  combatant(name: string): Combatant | undefined {
    return this.state?.combatants.find((one) => one.name === name);
  }

  /** The place of somebody's side in the setup. */
  placeOf(name: string): number {
    const side = this.combatant(name)?.side;
    return this.state?.sides.findIndex((one) => one.name === side) ?? 0;
  }

  optionsOf(name: string): CombatantOptions | undefined {
    return this.options?.combatants.find((one) => one.name === name);
  }

  /** What an activity is called for people, as far as this role was told. */
  labelOf(one: { activity: string; label?: string }): string {
    return labelOf({ ...one, label: one.label ?? this.labels[one.activity] ?? '' });
  }

  private remember(options: Options): void {
    const all = [
      ...options.combatants.flatMap(({ legal, denied }) => [...legal, ...denied]),
      ...options.game_master,
    ];
    const fresh = all.filter((one) => this.labels[one.activity] !== one.label);
    if (fresh.length === 0) return;
    const labels = fresh.map(({ activity, label }) => [activity, label] as const);
    this.labels = { ...this.labels, ...Object.fromEntries(labels) };
  }

  /** Gives a command; says whether it was accepted. */
  async give(command: Command): Promise<boolean> {
    const id = requestId();
    this.attempt = { id, command };
    return await this.ask(command, (expected) => this.post(id, expected, command));
  }

  /** Gives several commands as one step of the history. Where something else is waited for in
      between, such as dice, each is its own step; says how many were accepted. */
  async giveAll(commands: readonly Command[]): Promise<number> {
    const [first] = commands;
    if (first === undefined) return 0;
    const id = requestId();
    const together =
      commands.length > 1 &&
      (await this.ask(null, (expected) =>
        this.api.POST('/api/v1/encounters/{encounter}/batches', {
          params: { path: { encounter: this.id }, header: { 'Idempotency-Key': id } },
          body: { expected, commands: [...commands] },
        }),
      ));
    if (together) return commands.length;
    if (commands.length > 1 && this.problem?.code !== 'denied') return 0;
    for (const [at, command] of commands.entries()) {
      if (!(await this.give(command))) return at;
    }
    return commands.length;
  }

  /** Gives a command of a longer deed. For the game master it may join the step of the one before,
      and dice that nobody at the table rolls are rolled along with it. */
  async giveStep(command: Command, how: { rolls: boolean; joins: boolean }): Promise<boolean> {
    const id = requestId();
    return await this.ask(command, (expected) =>
      this.isMaster
        ? this.api.POST('/api/v1/encounters/{encounter}/batches', {
            params: { path: { encounter: this.id }, header: { 'Idempotency-Key': id } },
            body: { expected, commands: [command], ...how },
          })
        : this.post(id, expected, command),
    );
  }

  private post(id: string, expected: number, command: Command) {
    // A way over several squares is several commands of the log: one undo takes all of them back.
    if (this.isMaster && command.kind === 'declare' && (command.squares?.length ?? 0) > 0) {
      return this.api.POST('/api/v1/encounters/{encounter}/batches', {
        params: { path: { encounter: this.id }, header: { 'Idempotency-Key': id } },
        body: { expected, commands: [command] },
      });
    }
    return this.api.POST('/api/v1/encounters/{encounter}/commands', {
      params: { path: { encounter: this.id }, header: { 'Idempotency-Key': id } },
      body: { expected, command },
    });
  }

  /** Puts aside what could not be sent, or takes the note about it away. */
  dropKept(): void {
    this.kept = null;
  }

  private async sendKept(): Promise<void> {
    const kept = this.kept;
    if (kept?.state !== 'waiting') return;
    this.kept = { ...kept, state: 'sending' };
    try {
      this.hear(await patiently(() => body(this.post(kept.id, kept.expected, kept.command))));
      this.kept = { ...kept, state: 'sent' };
      setTimeout(() => {
        if (this.kept?.id === kept.id) this.kept = null;
      }, SENT_SHOWN_MS);
    } catch (error) {
      const state = error instanceof Unreachable ? 'waiting' : 'lapsed';
      this.kept = { ...kept, state };
    }
  }

  /** Goes through the history. */
  async go(to: Move): Promise<boolean> {
    return await this.ask(null, (expected) =>
      this.api.POST('/api/v1/encounters/{encounter}/moves', {
        params: { path: { encounter: this.id } },
        body: { expected, to },
      }),
    );
  }

  /** What a command would do. */
  async preview(command: Command, signal: AbortSignal): Promise<Preview> {
    return await body(
      this.api.POST('/api/v1/encounters/{encounter}/preview', {
        params: { path: { encounter: this.id } },
        body: { command },
        signal,
      }),
    );
  }

  /** Anything that changes the encounter; `expected` is what this page showed when it was asked. */
  async ask(
    command: Command | null,
    request: (expected: number) => Promise<{ data?: News; error?: unknown; response: Response }>,
  ): Promise<boolean> {
    const expected = this.state?.sequence;
    if (expected === undefined) return false;
    // The live stream is often ahead of the answer: what is meant for what it showed waits for that.
    // What was meant for something else, such as the second tap of two, is dropped.
    while (this.sending !== null) await this.sending;
    if (this.state?.sequence !== expected) return false;
    const sent = this.send(command, expected, request);
    this.sending = sent;
    const done = await sent;
    this.sending = null;
    return done;
  }

  private async send(
    command: Command | null,
    expected: number,
    request: (expected: number) => Promise<{ data?: News; error?: unknown; response: Response }>,
  ): Promise<boolean> {
    this.problem = null;
    this.refused = null;
    try {
      this.hear(await patiently(() => body(request(expected))));
      return true;
    } catch (error) {
      const attempt = this.attempt;
      if (error instanceof Unreachable && command !== null && attempt?.command === command) {
        const text = commandText(command, (activity) => this.labelOf({ activity }));
        this.kept = { command, text, id: attempt.id, expected, state: 'waiting' };
        return false;
      }
      this.problem = problemOf(error);
      this.refused = this.problem.code === 'denied' ? command : null;
      return false;
    }
  }

  /** The whole log, from the first change. */
  async loadAll(): Promise<void> {
    if (this.earlier) await this.loadLog(0);
  }

  dismiss(): void {
    this.problem = null;
    this.refused = null;
  }

  async loadEarlier(): Promise<void> {
    const first = this.log[0]?.sequence ?? 1;
    await this.loadLog(Math.max(0, first - 1 - LOG_PAGE));
  }

  private hear(news: News): void {
    const before = this.state;
    if (before !== null && news.state.sequence < before.sequence) return;
    this.state = news.state;
    this.append(before, news);
    if (this.role !== 'spectator') void this.loadOptions();
  }

  private append(before: State | null, news: News): void {
    const known = this.log.at(-1)?.sequence ?? 0;
    const fresh = news.updates.filter((update) => update.sequence > known);
    const continues = before !== null && (fresh[0]?.sequence ?? known + 1) === known + 1;
    const complete = known + fresh.length >= news.state.sequence;
    const plain = fresh.every((update) => update.kind === 'command');
    if (continues && complete && plain) {
      if (fresh.length > 0) this.log = [...this.log, ...fresh];
      return;
    }
    // What was undone, and what people are called, may have changed in what is there already.
    const first = this.log[0]?.sequence;
    const from = first === undefined ? news.state.sequence - LOG_PAGE : first - 1;
    void this.loadLog(Math.max(0, from));
  }

  private async loadLog(after: number): Promise<void> {
    const updates: Update[] = [];
    try {
      for (let from = after, more = true; more;) {
        const page = await body(
          this.api.GET('/api/v1/encounters/{encounter}/log', {
            params: { path: { encounter: this.id }, query: { after: from, limit: 1000 } },
          }),
        );
        updates.push(...page.updates);
        from = page.updates.at(-1)?.sequence ?? from;
        more = page.more && page.updates.length > 0;
      }
    } catch {
      // The next news asks for it again.
      return;
    }
    const last = updates.at(-1)?.sequence ?? 0;
    this.log = [...updates, ...this.log.filter((update) => update.sequence > last)];
    this.earlier = after > 0;
  }

  private async loadOptions(): Promise<void> {
    this.optionsAbort.abort();
    const abort = new AbortController();
    this.optionsAbort = abort;
    try {
      const options = await body(
        this.api.GET('/api/v1/encounters/{encounter}/options', {
          params: { path: { encounter: this.id } },
          signal: abort.signal,
        }),
      );
      if (abort.signal.aborted) return;
      this.options = options;
      this.remember(options);
    } catch {
      // The next news asks for them again.
    }
  }
}

/** Asks again while the server does not answer: the key of the request keeps it from counting twice. */
async function patiently<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      const hopeless = attempt === TRIES || !navigator.onLine;
      if (!(error instanceof Unreachable) || hopeless) throw error;
      await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** attempt));
    }
  }
}

/** Whatever went wrong, in the server's own shape. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  const message = error instanceof Error ? error.message : String(error);
  const help = error instanceof Unreachable ? t.device.safe : null;
  return {
    code: 'unavailable',
    message,
    help,
    sequence: null,
    reasons: [],
    report: null,
    fields: [],
    rulesets: [],
  };
}

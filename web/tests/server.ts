/** A `turnwright serve` of one's own, on a data file of its own; it can be killed and come back. */

import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

import type { Beginning, Command, Created, NewKey, News, State } from '../src/api/schema';

const TARGET = process.env['CARGO_TARGET_DIR'] ?? '../target';
const PROGRAM =
  process.env['TURNWRIGHT'] ??
  [`${TARGET}/release/turnwright`, `${TARGET}/debug/turnwright`].find(existsSync);

interface Started {
  address: string;
  link: string;
  key: string;
}

export class Server {
  private readonly folder = mkdtempSync(join(tmpdir(), 'turnwright-page-'));
  private process: ChildProcess | null = null;
  private started: Started | null = null;

  /** Rulesets besides the built-in ones, as folders. */
  constructor(private readonly rulesets: readonly string[] = []) {
    for (const folder of rulesets)
      cpSync(folder, join(this.folder, 'rulesets', basename(folder)), { recursive: true });
  }

  /** The link that the host opens. */
  get link(): string {
    return this.now.link;
  }

  async start(): Promise<void> {
    if (!PROGRAM)
      throw new Error('there is no turnwright to test: build it, or name it in TURNWRIGHT');
    // Back at the same address, so that pages find it again.
    const address = this.started?.address ?? '127.0.0.1:0';
    const file = join(this.folder, 'turnwright.db');
    const running = spawn(resolve(PROGRAM), ['serve', '--json', '--db', file, '--addr', address], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // Rulesets are looked for where the server starts.
      ...(this.rulesets.length > 0 ? { cwd: this.folder } : {}),
    });
    this.process = running;
    const lines = createInterface({ input: running.stdout });
    for await (const line of lines) {
      this.started = JSON.parse(line) as Started;
      return;
    }
    throw new Error('the server did not start');
  }

  /** Ends it without a chance to tidy up. */
  async kill(): Promise<void> {
    const running = this.process;
    if (running === null) return;
    this.process = null;
    await new Promise((resolve) => {
      running.once('exit', resolve);
      running.kill('SIGKILL');
    });
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async begin(from: Beginning): Promise<Fight> {
    // The same dice in every run: who acts first decides what a test can do.
    const body = { from, seed: 1 };
    const created = await this.request<Created>('POST', '/encounters', this.now.key, body);
    return new Fight(this, created);
  }

  async request<T>(method: string, path: string, key: string, body?: unknown): Promise<T> {
    const response = await fetch(`http://${this.now.address}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  private get now(): Started {
    if (this.started === null) throw new Error('the server is not running');
    return this.started;
  }
}

/** A fight, as its game master reaches it without a page: to bring it to where a test begins. */
export class Fight {
  readonly masterLink: string;
  readonly screenLink: string;
  private readonly path: string;
  private readonly key: string;

  constructor(
    private readonly server: Server,
    created: Created,
  ) {
    this.masterLink = created.game_master.link;
    this.screenLink = created.spectator.link;
    this.key = created.game_master.secret;
    this.path = `/encounters/${created.encounter.id}`;
  }

  /** The link of a new seat. */
  async seat(name: string, combatants: string[]): Promise<string> {
    const body = { role: 'seat', name, combatants };
    return (await this.server.request<NewKey>('POST', `${this.path}/keys`, this.key, body)).link;
  }

  async state(): Promise<State> {
    return await this.server.request('GET', `${this.path}/state`, this.key);
  }

  /** All that somebody with a link is told: the state, the log and the options, as text. */
  async toldTo(link: string): Promise<string> {
    const key = decodeURIComponent(link.split('#key=')[1] ?? '');
    const told = ['state', 'log', 'options'].map((part) =>
      this.server.request<unknown>('GET', `${this.path}/${part}`, key),
    );
    return JSON.stringify(await Promise.all(told));
  }

  /** Everything about it, as a file has it. */
  async exported(): Promise<unknown> {
    return await this.server.request('GET', `${this.path}/export`, this.key);
  }

  async give(command: Command): Promise<State> {
    const { sequence: expected } = await this.state();
    const body = { expected, command };
    return (await this.server.request<News>('POST', `${this.path}/commands`, this.key, body)).state;
  }

  /** Lines of the command language. */
  async say(...lines: string[]): Promise<void> {
    for (const text of lines) await this.give({ kind: 'text', text });
  }
}

/**
 * Pages of one browser that show the same fight share one line to the server: browsers allow a host
 * only a handful of connections, and a stream keeps one for itself. One page leads and listens; it
 * tells the others that there is news, and each of them fetches its own, with its own key.
 *
 * Whoever begins leads until it hears of a page that has led for longer. Whoever is not heard of any
 * more, or says good-bye, is followed by all others at once, of which the same rule leaves one.
 */

import type { Ping } from './schema';
import type { Line } from '../transport';

type Message =
  | { kind: 'lead'; since: number; id: string }
  | { kind: 'news' }
  | { kind: 'line'; line: Line }
  | { kind: 'ping'; ping: Ping }
  | { kind: 'bye' };

interface Member {
  /** This page leads from now on, or no longer. */
  turn(leads: boolean): void;
  /** The leading page has heard something. */
  news(): void;
  /** How the line of the leading page is. */
  line(line: Line): void;
  /** Somebody points at a square. */
  ping(ping: Ping): void;
}

/** Longer than the server's pauses between two signs of life. */
const SILENCE_MAX_MS = 25_000;

export class Share {
  leads = false;
  private readonly id = Math.random().toString(36).slice(2);
  private since = 0;
  private takesPart = false;
  private readonly channel: BroadcastChannel | null;
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    encounter: string,
    private readonly member: Member,
  ) {
    this.channel =
      'BroadcastChannel' in window ? new BroadcastChannel(`turnwright ${encounter}`) : null;
    this.channel?.addEventListener('message', (event: MessageEvent<Message>) =>
      this.hear(event.data),
    );
  }

  /** Leads, unless another page has done so for longer. */
  begin(): void {
    clearTimeout(this.silence);
    this.leads = this.takesPart = true;
    this.since = Date.now();
    this.claim();
    this.member.turn(true);
  }

  /** Takes no part any more; if it led, another one does. */
  rest(): void {
    clearTimeout(this.silence);
    if (this.leads) this.say({ kind: 'bye' });
    this.leads = this.takesPart = false;
  }

  close(): void {
    this.rest();
    this.channel?.close();
  }

  /** A sign of life; the leading page gives one whenever the server does. */
  alive(): void {
    if (this.leads) this.claim();
  }

  /** The others fetch what this page has heard. */
  tell(): void {
    if (this.leads) this.say({ kind: 'news' });
  }

  tellLine(line: Line): void {
    if (this.leads) this.say({ kind: 'line', line });
  }

  tellPing(ping: Ping): void {
    if (this.leads) this.say({ kind: 'ping', ping });
  }

  private claim(): void {
    this.say({ kind: 'lead', since: this.since, id: this.id });
  }

  private say(message: Message): void {
    this.channel?.postMessage(message);
  }

  private hear(message: Message): void {
    if (!this.takesPart) return;
    if (message.kind === 'bye') {
      if (!this.leads) this.begin();
    } else if (message.kind === 'lead') this.meet(message);
    else if (!this.leads) {
      this.watch();
      if (message.kind === 'news') this.member.news();
      else if (message.kind === 'ping') this.member.ping(message.ping);
      else this.member.line(message.line);
    }
  }

  /** Another page says that it leads. */
  private meet(other: { since: number; id: string }): void {
    if (!this.leads) {
      this.watch();
      return;
    }
    const isOlder = other.since < this.since || (other.since === this.since && other.id < this.id);
    if (isOlder) {
      this.leads = false;
      this.watch();
      this.member.turn(false);
    } else {
      this.claim();
    }
  }

  private watch(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.begin(), SILENCE_MAX_MS);
  }
}

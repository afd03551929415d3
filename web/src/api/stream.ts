/**
 * The live stream of an encounter. Read with `fetch`, because the browser's own `EventSource`
 * cannot show a key, and a key in an address would end up in logs.
 */

import type { Listener, Line } from '../transport';
import type { News, Ping } from './schema';
import { Share } from './share';

/** Longer than the server's pauses between two signs of life. */
const SILENCE_MAX_MS = 35_000;
const RETRY_MIN_MS = 400;
const RETRY_MAX_MS = 5_000;

/**
 * How listening came to an end. `told`: the news that was wanted is there. `aside`: it was put aside
 * for another page, or because nobody looks.
 */
type Outcome = 'ended' | 'failed' | 'gone' | 'told' | 'aside';

/** Why a line was cut that is not cut by the network. */
const ASIDE = 'aside';

/**
 * Listens until it is told to stop, and reconnects by itself as often as needed. A page that nobody
 * looks at does not listen; it catches up when it is looked at again.
 */
export function listen(encounter: string, secret: string, listener: Listener): () => void {
  let stopped = false;
  let current = new AbortController();
  let wake: () => void = () => undefined;
  let failures = 0;
  /** There may be something that is not known yet. */
  let behind = true;

  const share = new Share(encounter, {
    turn() {
      behind = true;
      current.abort(ASIDE);
      wake();
    },
    news() {
      behind = true;
      wake();
    },
    line(line) {
      listener.line(line);
    },
    ping(ping) {
      listener.ping(ping);
    },
  });

  async function run(): Promise<void> {
    look();
    while (!stopped) {
      if (document.visibilityState === 'hidden' || !(share.leads || behind)) {
        await pause();
        continue;
      }
      behind = false;
      current = new AbortController();
      const outcome = await attempt(current, !share.leads);
      if (stopped) return;
      if (outcome === 'gone') {
        share.close();
        listener.line('gone');
        return;
      }
      if (outcome === 'told' || outcome === 'aside') {
        failures = 0;
        continue;
      }
      behind = true;
      failures = outcome === 'ended' ? 1 : failures + 1;
      line(failures > 1 || !navigator.onLine ? 'offline' : 'connecting');
      await pause(Math.min(RETRY_MIN_MS * 2 ** (failures - 1), RETRY_MAX_MS));
    }
  }

  async function attempt(abort: AbortController, once: boolean): Promise<Outcome> {
    const headers: Record<string, string> = { Authorization: `Bearer ${secret}` };
    const after = listener.after();
    if (after !== undefined) headers['Last-Event-ID'] = String(after);
    let heard = false;
    const silence = () => abort.abort();
    let timer = setTimeout(silence, SILENCE_MAX_MS);
    try {
      const address = `/api/v1/encounters/${encodeURIComponent(encounter)}/events`;
      const response = await fetch(address, { headers, signal: abort.signal, cache: 'no-store' });
      if ([401, 403, 404].includes(response.status)) return 'gone';
      if (!response.ok || response.body === null) return 'failed';
      line('live');
      for await (const event of events(response.body, () => {
        share.alive();
        clearTimeout(timer);
        timer = setTimeout(silence, SILENCE_MAX_MS);
      })) {
        heard = true;
        if (event.name === 'gone') return 'gone';
        if (event.name === 'ping') {
          const ping = JSON.parse(event.data) as Ping;
          listener.ping(ping);
          share.tellPing(ping);
        }
        if (event.name !== 'news') continue;
        listener.news(JSON.parse(event.data) as News);
        if (once) return 'told';
        share.tell();
      }
      return 'ended';
    } catch {
      if (abort.signal.reason === ASIDE) return 'aside';
      return heard ? 'ended' : 'failed';
    } finally {
      clearTimeout(timer);
      if (once) abort.abort();
    }
  }

  function line(now: Line): void {
    listener.line(now);
    share.tellLine(now);
  }

  /** Waits for so long, or until something happens. */
  function pause(milliseconds?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Takes part as long as somebody looks. */
  function look(): void {
    if (document.visibilityState === 'hidden') {
      share.rest();
      current.abort(ASIDE);
    } else {
      share.begin();
    }
  }
  /** The network is back: no reason to wait. */
  function hurry(): void {
    behind = true;
    wake();
  }
  function drop(): void {
    current.abort();
    line('offline');
  }

  window.addEventListener('online', hurry);
  window.addEventListener('offline', drop);
  document.addEventListener('visibilitychange', look);
  void run();
  return () => {
    stopped = true;
    share.close();
    current.abort();
    wake();
    window.removeEventListener('online', hurry);
    window.removeEventListener('offline', drop);
    document.removeEventListener('visibilitychange', look);
  };
}

interface ServerEvent {
  name: string;
  data: string;
}

/** Server-sent events out of bytes; `alive` is called for every piece that arrives. */
async function* events(
  bytes: ReadableStream<Uint8Array>,
  alive: () => void,
): AsyncGenerator<ServerEvent> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let event: ServerEvent = { name: 'message', data: '' };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    rest += decoder.decode(value, { stream: true });
    const lines = rest.split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (event.data !== '') yield event;
        event = { name: 'message', data: '' };
      } else if (line.startsWith('event:')) {
        event.name = line.slice(6).trim();
      } else if (line.startsWith('data:')) {
        event.data += (event.data === '' ? '' : '\n') + line.slice(5).trimStart();
      }
    }
  }
}

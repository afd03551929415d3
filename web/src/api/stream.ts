/**
 * The live stream of an encounter. Read with `fetch`, because the browser's own `EventSource`
 * cannot show a key, and a key in an address would end up in logs.
 */

import type { News } from './schema';

/** `gone`: the key is no longer good, and nothing will bring it back. */
export type Line = 'connecting' | 'live' | 'offline' | 'gone';

interface Listener {
  news(news: News): void;
  line(line: Line): void;
  /** Number of the last change known; missing before the first news. */
  after(): number | undefined;
}

/** Longer than the server's pauses between two signs of life. */
const SILENCE_MAX_MS = 35_000;
const RETRY_MIN_MS = 400;
const RETRY_MAX_MS = 5_000;

/** Listens until it is told to stop, and reconnects by itself as often as needed. */
export function listen(encounter: string, secret: string, listener: Listener): () => void {
  let stopped = false;
  let current = new AbortController();
  let wake: () => void = () => undefined;
  let failures = 0;

  async function run(): Promise<void> {
    while (!stopped) {
      current = new AbortController();
      const outcome = await attempt(current);
      if (stopped) return;
      if (outcome === 'gone') {
        listener.line('gone');
        return;
      }
      failures = outcome === 'ended' ? 1 : failures + 1;
      listener.line(failures > 1 || !navigator.onLine ? 'offline' : 'connecting');
      await pause(Math.min(RETRY_MIN_MS * 2 ** (failures - 1), RETRY_MAX_MS));
    }
  }

  async function attempt(abort: AbortController): Promise<'ended' | 'failed' | 'gone'> {
    const headers: Record<string, string> = { Authorization: `Bearer ${secret}` };
    const after = listener.after();
    if (after !== undefined) headers['Last-Event-ID'] = String(after);
    let heard = false;
    let silence = setTimeout(() => abort.abort(), SILENCE_MAX_MS);
    try {
      const address = `/api/v1/encounters/${encodeURIComponent(encounter)}/events`;
      const response = await fetch(address, { headers, signal: abort.signal, cache: 'no-store' });
      if ([401, 403, 404].includes(response.status)) return 'gone';
      if (!response.ok || response.body === null) return 'failed';
      listener.line('live');
      for await (const event of events(response.body, () => {
        clearTimeout(silence);
        silence = setTimeout(() => abort.abort(), SILENCE_MAX_MS);
      })) {
        heard = true;
        if (event.name === 'gone') return 'gone';
        if (event.name === 'news') listener.news(JSON.parse(event.data) as News);
      }
      return 'ended';
    } catch {
      return heard ? 'ended' : 'failed';
    } finally {
      clearTimeout(silence);
    }
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** The network is back, or the page is looked at again: no reason to wait. */
  function hurry(): void {
    if (document.visibilityState === 'visible') wake();
  }
  function drop(): void {
    current.abort();
    listener.line('offline');
  }

  window.addEventListener('online', hurry);
  window.addEventListener('offline', drop);
  document.addEventListener('visibilitychange', hurry);
  void run();
  return () => {
    stopped = true;
    current.abort();
    wake();
    window.removeEventListener('online', hurry);
    window.removeEventListener('offline', drop);
    document.removeEventListener('visibilitychange', hurry);
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

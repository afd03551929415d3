/** Transport to the engine on this device. A worker answers requests as a server would. */

import type { News } from '../api/schema';
import { CHANGES, type Reply } from './protocol';
import type { Listener, Transport } from './index';

/** Time until the news are requested again after a failure. */
const RETRY_MS = 2_000;

interface Waiting {
  resolve(response: Response): void;
  reject(error: Error): void;
}
const waiting = new Map<number, Waiting>();
let last = 0;

/** The worker with the engine; `null` until the first request and after it has failed. */
let running: Worker | null = null;

/** Returns the worker. Starts it if none is running. */
function engine(): Worker {
  if (running) return running;
  const worker = new Worker(new URL('./device.worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ kind: 'books', address: new URL('books/', document.baseURI).href });
  worker.addEventListener('message', answered);
  worker.addEventListener('error', (event) => {
    worker.terminate();
    running = null;
    for (const asked of waiting.values()) asked.reject(new Error(event.message));
    waiting.clear();
  });
  running = worker;
  return worker;
}

function answered({ data }: MessageEvent<Reply>): void {
  const asked = waiting.get(data.nth);
  waiting.delete(data.nth);
  if (data.kind === 'failed') {
    asked?.reject(new Error(data.why));
  } else {
    const { status, contentType, body } = data.answer;
    asked?.resolve(new Response(body, { status, headers: { 'Content-Type': contentType } }));
  }
}

async function fetchLocally(request: Request): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer());
  // Browsers may delete data of a page that did not ask for persistent storage.
  if (request.method !== 'GET') void navigator.storage?.persist?.().catch(() => false);
  const { pathname, search } = new URL(request.url);
  const nth = (last += 1);
  const answer = new Promise<Response>((resolve, reject) => waiting.set(nth, { resolve, reject }));
  engine().postMessage({
    kind: 'request',
    nth,
    request: {
      method: request.method,
      address: pathname + search,
      headers: [...request.headers],
      body,
    },
  });
  const response = await answer;
  request.signal.throwIfAborted();
  return response;
}

/** Requests the news after each change that this tab or another tab makes to the encounter. */
function listen(encounter: string, _secret: string, listener: Listener): () => void {
  const channel = new BroadcastChannel(CHANGES);
  let stopped = false;
  let behind = true;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let busy = false;

  async function catchUp(): Promise<void> {
    behind = true;
    if (busy) return;
    busy = true;
    while (behind && !stopped) {
      behind = false;
      await hear();
    }
    busy = false;
  }

  async function hear(): Promise<void> {
    const after = listener.after();
    const query = after === undefined ? '' : `?after=${after}`;
    const address = `/api/v1/encounters/${encodeURIComponent(encounter)}/events${query}`;
    try {
      const response = await fetchLocally(new Request(address));
      if (stopped) return;
      if (response.status === 404) {
        listener.line('gone');
        return;
      }
      const data = /^data: (.*)$/m.exec(await response.text())?.[1];
      // Such as a rulebook that is not on this device, without a network.
      if (!response.ok || data === undefined) throw new Error(response.statusText);
      listener.line('live');
      listener.news(JSON.parse(data) as News);
    } catch {
      if (stopped) return;
      listener.line('offline');
      clearTimeout(retry);
      retry = setTimeout(() => void catchUp(), RETRY_MS);
    }
  }

  channel.addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => {
    if (data.includes(encounter)) void catchUp();
  });
  void catchUp();
  return () => {
    stopped = true;
    clearTimeout(retry);
    channel.close();
  };
}

export const transport: Transport = { isLocal: true, fetch: fetchLocally, listen };

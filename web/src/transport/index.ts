/** Interface between the page and its fights: over HTTP, or on this device alone. */

import type { News, Ping } from '../api/schema';

/** State of the connection. `gone`: the key or the encounter is no longer valid. */
export type Line = 'connecting' | 'live' | 'offline' | 'gone';

/** Receives the news of an encounter. */
export interface Listener {
  news(news: News): void;
  ping(ping: Ping): void;
  line(line: Line): void;
  /** Returns the sequence number of the last known change; undefined before the first news. */
  after(): number | undefined;
}

export interface Transport {
  /** True if all data stays on this device. Then there are no links for other devices. */
  readonly isLocal: boolean;
  /** Answers a request of the API. */
  fetch(request: Request): Promise<Response>;
  /** Listens to an encounter. Call the returned function to stop. */
  listen(encounter: string, secret: string, listener: Listener): () => void;
}

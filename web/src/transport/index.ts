/** How the page reaches the fights: over HTTP, or on this device alone. */

import type { News, Ping } from '../api/schema';

/** `gone`: the key is no longer good, and nothing will bring it back. */
export type Line = 'connecting' | 'live' | 'offline' | 'gone';

/** Hears what happens in an encounter. */
export interface Listener {
  news(news: News): void;
  ping(ping: Ping): void;
  line(line: Line): void;
  /** Number of the last change known; missing before the first news. */
  after(): number | undefined;
}

export interface Transport {
  /** Everything stays on this device: there are no links, phones or other programs' servers. */
  readonly isLocal: boolean;
  /** Answers a request of the API. */
  fetch(request: Request): Promise<Response>;
  /** Listens to an encounter until the function it returns is called. */
  listen(encounter: string, secret: string, listener: Listener): () => void;
}

/** Calls of the engine's worker as promises. */
import type { Calls, Name, Reply, Request } from './protocol.ts';

type Waiting = { done: (value: unknown) => void; failed: (error: Error) => void };

export class Engine {
  readonly #worker = new Worker(new URL('./engine.worker.ts', import.meta.url), {
    type: 'module',
  });
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor() {
    this.#worker.addEventListener('message', (event: MessageEvent<Reply>) => {
      const reply = event.data;
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if ('error' in reply) waiting?.failed(new Error(reply.error));
      else waiting?.done(reply.value);
    });
    this.#worker.addEventListener('error', (event) => {
      const error = new Error(`the engine has stopped: ${event.message}`);
      this.#waiting.forEach((waiting) => {
        waiting.failed(error);
      });
      this.#waiting.clear();
    });
  }

  /** Calls are carried out in order. */
  call<N extends Name>(name: N, ...args: Parameters<Calls[N]>): Promise<ReturnType<Calls[N]>> {
    const id = (this.#last += 1);
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done: done as Waiting['done'], failed });
      this.#worker.postMessage({ id, name, args } satisfies Request);
    });
  }
}

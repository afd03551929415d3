/** The HTTP API, typed by its own description. */

import { transport } from '#transport';
import createClient, { type Client } from 'openapi-fetch';

import { t } from '../words/language.svelte';
import type { paths, Problem } from './schema';

export type Api = Client<paths>;

/** A client that shows this key with every request; none for what needs no key. */
export function connect(secret?: string): Api {
  const headers = secret === undefined ? {} : { Authorization: `Bearer ${secret}` };
  return createClient<paths>({ headers, fetch: transport.fetch });
}

/** A request that was not carried out, with what the server says about it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** The server did not answer at all. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

interface Answer<T> {
  data?: T | undefined;
  error?: unknown;
  response: Response;
}

/** The body of a good answer; anything else is thrown as what it is. */
export async function body<T>(request: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await request;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    const message = transport.isLocal ? t.device.noEngine : t.device.noServer;
    throw new Unreachable(message, { cause: error });
  }
  if (answer.data !== undefined && answer.response.ok) return answer.data;
  throw new Refusal(problemOf(answer.error, answer.response));
}

/** Proxies and crashes answer in other words than the server's own. */
function problemOf(error: unknown, response: Response): Problem {
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    return error as Problem;
  }
  return {
    code: response.status === 401 ? 'unauthorized' : 'unavailable',
    message: t.device.status(response.status),
    help: null,
    sequence: null,
    reasons: [],
    report: null,
    fields: [],
    rulesets: [],
  };
}

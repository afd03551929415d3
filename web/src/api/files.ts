/** Files of other programs: sent as they are, answered with the creatures in them. */

import { body, Refusal, type Api } from './client';
import type { Creature, CreatureReading, SheetValues } from './schema';

/** Largest file that the server reads, in bytes. */
export const FILE_MAX = 50 * 1024 * 1024;
/** Creatures in one request at most. */
const BATCH_MAX = 500;
/** Milliseconds to wait where the server asks for it. */
const WAIT = 1000;

/** Reads a file; every creature in it is kept at once if wanted. */
export async function readFile(
  api: Api,
  ruleset: string,
  file: Blob,
  name: string,
  keep = false,
  /** The lengths of several files that stand one behind the other. */
  parts?: string,
): Promise<CreatureReading> {
  const params = {
    path: { ruleset },
    query: { name, keep, ...(parts === undefined ? {} : { parts }) },
  };
  const send = () =>
    body(
      api.POST('/api/v1/rulesets/{ruleset}/creatures/read', {
        params,
        body: file as never,
        bodySerializer: (file: unknown) => file as Blob,
        headers: { 'Content-Type': 'application/octet-stream' },
      }),
    );
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem.code !== 'too-many') throw error;
    await new Promise((resolve) => setTimeout(resolve, WAIT));
    return await send();
  }
}

/** Reads several files as one: spells in one of them explain creatures in another. */
export async function readTogether(
  api: Api,
  ruleset: string,
  files: readonly File[],
): Promise<CreatureReading> {
  const name = files.map((file) => file.name.replaceAll('/', ' ')).join('/');
  const parts = files.map((file) => file.size).join(',');
  return await readFile(api, ruleset, new Blob([...files]), name, false, parts);
}

/** Keeps creatures in place of those of the same names. */
export async function keepSheets(
  api: Api,
  ruleset: string,
  sheets: readonly SheetValues[],
): Promise<Creature[]> {
  const kept: Creature[] = [];
  for (let first = 0; first < sheets.length; first += BATCH_MAX) {
    const request = api.POST('/api/v1/rulesets/{ruleset}/creatures/keep', {
      params: { path: { ruleset } },
      body: { sheets: sheets.slice(first, first + BATCH_MAX) },
    });
    kept.push(...(await body(request)).creatures);
  }
  return kept;
}

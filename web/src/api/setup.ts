/** What setting up asks of the server: creatures, parties, fights of one's own. */

import { body, type Api } from './client';
import type { Planning } from '../setup/plan.svelte';
import type { Beginning, Creature, SheetValues } from './schema';

export interface Stat {
  label: string;
  short: string;
  value: string;
  role: string;
}

/** A creature with its stat block. */
export type Known = Creature & {
  id?: string | null;
  words?: string[];
  level?: string | null;
  stats?: Stat[];
  attacks?: { name: string; kind: string; stats: Stat[] }[];
  sheet?: SheetValues;
};

export interface Member {
  side?: string;
  count?: number;
  name?: string;
  creature?: string;
  sheet?: SheetValues;
}

export interface Party {
  id: string;
  name: string;
  heroes: SheetValues[];
}

type Call = (
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

async function call<T>(
  api: Api,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  content?: unknown,
): Promise<T> {
  const request = (api[method] as unknown as Call)(
    path,
    content === undefined ? {} : { body: content },
  );
  return (await body(request)) as T;
}

const book = (ruleset: string) => `/api/v1/rulesets/${encodeURIComponent(ruleset)}`;

export async function findCreatures(api: Api, ruleset: string): Promise<Known[]> {
  const path = `${book(ruleset)}/creatures?limit=1000`;
  return (await call<{ creatures: Known[] }>(api, 'GET', path)).creatures;
}

export async function keepCreature(api: Api, ruleset: string, sheet: SheetValues): Promise<void> {
  await call(api, 'POST', `${book(ruleset)}/creatures`, { sheet });
}

export async function listParties(api: Api, ruleset: string): Promise<Party[]> {
  return (await call<{ parties: Party[] }>(api, 'GET', `${book(ruleset)}/parties`)).parties;
}

/** Keeps a new party, or changes one that is there. */
export async function keepParty(
  api: Api,
  ruleset: string,
  id: string | null,
  name: string,
  heroes: readonly SheetValues[],
): Promise<Party> {
  const content = { name, heroes };
  return id === null
    ? await call(api, 'POST', `${book(ruleset)}/parties`, content)
    : await call(api, 'PUT', `${book(ruleset)}/parties/${id}`, content);
}

export async function copyParty(api: Api, ruleset: string, id: string): Promise<Party> {
  return await call(api, 'POST', `${book(ruleset)}/parties/${id}/copy`, {});
}

export async function dropParty(api: Api, ruleset: string, id: string): Promise<void> {
  await call(api, 'DELETE', `${book(ruleset)}/parties/${id}`);
}

export async function exportParty(api: Api, ruleset: string, id: string): Promise<string> {
  const party = await call<unknown>(api, 'GET', `${book(ruleset)}/parties/${id}/export`);
  return JSON.stringify(party, null, 2);
}

export async function importParty(api: Api, ruleset: string, text: string): Promise<Party> {
  return await call(api, 'POST', `${book(ruleset)}/parties/import`, JSON.parse(text));
}

/** Opponents as members of a fight. */
export function membersOf(plan: Planning): Member[] {
  return plan.foes.map(({ name, count, sheet }) =>
    sheet === null ? { count, creature: name } : { count, sheet },
  );
}

/** A fight of one's own as the server makes it. */
export function ownFight(ruleset: string, plan: Planning): Beginning {
  const members = membersOf(plan);
  const board = plan.map === null ? {} : { board: { map: plan.map } };
  return { kind: 'fight', ruleset, heroes: plan.heroes, members, ...board } as unknown as Beginning;
}

/** The same fight from its beginning. */
export function copyOfFight(encounter: string): Beginning {
  return { kind: 'copy', encounter } as unknown as Beginning;
}

/** What setting up asks of the server: creatures, parties, templates, fights of one's own. */

import type { Planning } from '../setup/plan.svelte';
import { body, type Api } from './client';
import type { Beginning, Creature, Member, Party, SheetValues, Template } from './schema';

/** More creatures than a server keeps. */
const CREATURES_MAX = 10_000;

/** Every creature of a rulebook: shipped ones, and those kept on the server. */
export async function findCreatures(api: Api, ruleset: string): Promise<readonly Creature[]> {
  const creatures: Creature[] = [];
  for (let more = true; more && creatures.length < CREATURES_MAX;) {
    const params = { path: { ruleset }, query: { offset: creatures.length } };
    const page = await body(api.GET('/api/v1/rulesets/{ruleset}/creatures', { params }));
    creatures.push(...page.creatures);
    more = page.more && page.creatures.length > 0;
  }
  return creatures;
}

export async function keepCreature(api: Api, ruleset: string, sheet: SheetValues): Promise<void> {
  const params = { path: { ruleset } };
  await body(api.POST('/api/v1/rulesets/{ruleset}/creatures', { params, body: { sheet } }));
}

/** Changes a creature that is kept. */
export async function changeCreature(
  api: Api,
  ruleset: string,
  creature: string,
  sheet: SheetValues,
): Promise<void> {
  const params = { path: { ruleset, creature } };
  const request = { params, body: { sheet } };
  await body(api.PUT('/api/v1/rulesets/{ruleset}/creatures/{creature}', request));
}

export async function dropCreature(api: Api, ruleset: string, creature: string): Promise<void> {
  const params = { path: { ruleset, creature } };
  await body(api.DELETE('/api/v1/rulesets/{ruleset}/creatures/{creature}', { params }));
}

export async function listParties(api: Api, ruleset: string): Promise<readonly Party[]> {
  const params = { path: { ruleset } };
  return (await body(api.GET('/api/v1/rulesets/{ruleset}/parties', { params }))).parties;
}

/** Keeps a new party, or changes one that is there. */
export async function keepParty(
  api: Api,
  ruleset: string,
  party: string | null,
  name: string,
  heroes: SheetValues[],
): Promise<Party> {
  const content = { name, heroes };
  if (party === null) {
    const params = { path: { ruleset } };
    return await body(api.POST('/api/v1/rulesets/{ruleset}/parties', { params, body: content }));
  }
  const params = { path: { ruleset, party } };
  return await body(
    api.PUT('/api/v1/rulesets/{ruleset}/parties/{party}', { params, body: content }),
  );
}

export async function copyParty(api: Api, ruleset: string, party: string): Promise<Party> {
  const params = { path: { ruleset, party } };
  return await body(api.POST('/api/v1/rulesets/{ruleset}/parties/{party}/copy', { params }));
}

export async function dropParty(api: Api, ruleset: string, party: string): Promise<void> {
  const params = { path: { ruleset, party } };
  await body(api.DELETE('/api/v1/rulesets/{ruleset}/parties/{party}', { params }));
}

/** A party as a file. */
export async function exportParty(api: Api, ruleset: string, party: string): Promise<string> {
  const params = { path: { ruleset, party } };
  const file = api.GET('/api/v1/rulesets/{ruleset}/parties/{party}/export', { params });
  return JSON.stringify(await body(file), null, 2);
}

export async function importParty(api: Api, ruleset: string, text: string): Promise<Party> {
  const params = { path: { ruleset } };
  // Whether it is one is for the server to say.
  const file = JSON.parse(text) as never;
  return await body(api.POST('/api/v1/rulesets/{ruleset}/parties/import', { params, body: file }));
}

export async function listTemplates(api: Api, ruleset: string): Promise<readonly Template[]> {
  const params = { path: { ruleset } };
  return (await body(api.GET('/api/v1/rulesets/{ruleset}/templates', { params }))).templates;
}

export async function keepTemplate(api: Api, encounter: string, name: string): Promise<void> {
  const params = { path: { encounter } };
  await body(api.POST('/api/v1/encounters/{encounter}/template', { params, body: { name } }));
}

export async function dropTemplate(api: Api, ruleset: string, template: string): Promise<void> {
  const params = { path: { ruleset, template } };
  await body(api.DELETE('/api/v1/rulesets/{ruleset}/templates/{template}', { params }));
}

/** Opponents as members of a fight. */
export function membersOf(plan: Planning): Member[] {
  return plan.foes.map(({ name, count, sheet }) =>
    sheet === null ? { count, creature: name } : { count, sheet },
  );
}

/** A fight of one's own as the server makes it. */
export function ownFight(ruleset: string, plan: Planning): Beginning {
  const [heroes, members] = [plan.heroes, membersOf(plan)];
  const board = plan.map === null ? null : { map: plan.map };
  return { kind: 'fight', ruleset, heroes, members, board };
}

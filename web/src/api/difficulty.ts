/** How hard a fight is, as the rulebook's formula says. */

import { body, type Api } from './client';
import type { Difficulty, FoeLevel } from './schema';

export async function judge(
  api: Api,
  ruleset: string,
  level: number,
  heroes: number,
  foes: FoeLevel[],
): Promise<Difficulty> {
  const params = { path: { ruleset } };
  const request = api.POST('/api/v1/rulesets/{ruleset}/difficulty', {
    params,
    body: { level, heroes, foes },
  });
  return await body(request);
}

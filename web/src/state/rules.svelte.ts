/** Wordings of rules, fetched when somebody looks at one and kept from then on. */

import { body, type Api } from '../api/client';
import type { RuleSummary } from '../api/schema';

export class RuleTexts {
  private texts = $state.raw<Readonly<Record<string, RuleSummary>>>({});
  private readonly asked: string[] = [];

  constructor(
    private readonly api: Api,
    private readonly encounter: string,
  ) {}

  /** Returns a rule as lists show it, as soon as it is there. */
  get(id: string): RuleSummary | undefined {
    return this.texts[id];
  }

  async load(id: string): Promise<void> {
    if (this.asked.includes(id)) return;
    this.asked.push(id);
    const path = { encounter: this.encounter, rule: id };
    try {
      const request = this.api.GET('/api/v1/encounters/{encounter}/rules/{rule}', {
        params: { path },
      });
      const { summary } = await body(request);
      this.texts = { ...this.texts, [id]: summary };
    } catch {
      // The next one who looks asks again.
      this.asked.splice(this.asked.indexOf(id), 1);
    }
  }
}

/** Fixtures and player actions for tests of the site on one device. */

import { test as base, expect, type Locator, type Page } from '@playwright/test';

import { host, type Host } from './host';

export const DESK = { viewport: { width: 1440, height: 900 } };
export const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true };
const STEPS_MAX = 60;

/** Console errors that tests cause on purpose. Any other console error fails the test. */
const EXPECTED = /ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)|status of (4\d\d|50[37])/;

export const test = base.extend<{ site: Host; alone: Page }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  site: async ({}, use) => {
    const site = await host();
    await use(site);
    site.close();
    // The page must never send a request to the API.
    expect(site.asked.filter((path) => path.includes('/api'))).toEqual([]);
  },
  alone: async ({ browser, site }, use) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...DESK });
    const mistakes: string[] = [];
    context.on('weberror', (error) => mistakes.push(String(error.error())));
    context.on('console', (message) => {
      const bad = message.type() === 'error' && !EXPECTED.test(message.text());
      if (bad) mistakes.push(message.text());
    });
    const page = await context.newPage();
    await page.goto(site.link);
    await use(page);
    await context.close();
    expect(mistakes).toEqual([]);
  },
});

export { expect };

/** Locates the sentence with the present decision. */
export const decision = (page: Page): Locator => page.locator('[data-decision]').first();

/** Returns the position in the history of the fight. */
export const point = async (page: Page): Promise<number> =>
  Number(await page.getByRole('slider').getAttribute('aria-valuenow'));

/** Waits until the position in the history differs from `before`. */
export async function moved(page: Page, before: number): Promise<void> {
  await expect(page.getByRole('slider')).not.toHaveAttribute('aria-valuenow', String(before));
}

/** Sets up and starts a fight: two heroes against three goblins. */
export async function ownFight(page: Page, ruleset: string): Promise<void> {
  await page.getByLabel('Rulebook').selectOption(ruleset);
  const names = page.getByRole('textbox', { name: 'Names of your heroes' });
  await names.fill('Ana, Bran');
  await names.press('Enter');
  const search = page.getByRole('searchbox', { name: 'Search creatures' });
  await search.fill('3 goblin');
  await search.press('Enter');
  await page.getByRole('button', { name: 'Start the fight' }).click();
  await expect(decision(page)).toBeVisible();
}

/** Answers decisions until a combatant may act: rolls dice, and declines reactions. */
export async function untilSomebodyActs(page: Page): Promise<void> {
  const roll = page.getByRole('button', { name: /^Roll/ });
  const same = page.getByRole('group', { name: 'The same for everyone:' }).getByRole('button');
  const usual = page.getByRole('button', { name: /(usual|^Nobody reacts|^Nobody does)$/ });
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const kind = await decision(page).getAttribute('data-decision');
    if (kind === 'act') return;
    // The button may disappear before the click. The next step then looks again.
    const next = kind === 'roll' ? roll : same.or(usual);
    await next
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined);
  }
  throw new Error(`nobody ever acts: ${await decision(page).innerText()}`);
}

/** Takes the first action on offer, at its first target. */
export async function act(page: Page): Promise<void> {
  await untilSomebodyActs(page);
  const before = await point(page);
  await page.locator('[data-activity]').first().click();
  const target = page.getByRole('dialog').locator('[data-target], [data-submit]').first();
  const done = moved(page, before);
  await Promise.any([done, expect(target).toBeVisible()]);
  if ((await target.count()) > 0) await target.click();
  await moved(page, before);
}

/** Ends turns until a round begins. */
export async function untilRound(page: Page, round: number): Promise<void> {
  const shown = page.getByLabel('Round and turns').getByText(String(round), { exact: true });
  for (let turns = 0; turns < STEPS_MAX && (await shown.count()) === 0; turns += 1) {
    await untilSomebodyActs(page);
    const before = await point(page);
    await page.getByRole('button', { name: 'End turn' }).first().click();
    await moved(page, before);
  }
  await expect(shown).toBeVisible();
}

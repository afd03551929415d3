/** From the link to the first action: four heroes against five goblins, in every rulebook. */

import { readdirSync } from 'node:fs';

import type { Locator, Page } from '@playwright/test';

import { decision, DESK, expect, PHONE, test } from './table';

const CLICKS_MAX = 10;
const SECONDS_MAX = 120;
const STEPS_MAX = 40;

/** Counts everything that somebody presses or taps; letters typed into a field are one. */
class Hand {
  clicks = 0;

  constructor(readonly page: Page) {}

  async click(what: Locator): Promise<void> {
    this.clicks += 1;
    await what.click();
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.click(field);
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
  }
}

/** Waits until the fight has stood at the same point for a moment. */
async function settled(page: Page): Promise<void> {
  const point = () => page.getByRole('slider').getAttribute('aria-valuenow');
  for (let last = ''; ;) {
    await page.waitForTimeout(400);
    const now = (await point()) ?? '';
    if (now === last) return;
    last = now;
  }
}

/** Goes on until somebody has done something of its own. */
async function firstAction(hand: Hand): Promise<void> {
  const { page } = hand;
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    await expect(decision(page)).toBeVisible();
    const kind = await decision(page).getAttribute('data-decision');
    const sequence = await page.getByRole('slider').getAttribute('aria-valuenow');
    if (kind === 'act') break;
    const all = page.getByRole('button', { name: 'Roll all' });
    const same = page.getByRole('group', { name: 'The same for everyone:' }).getByRole('button');
    const usual = page.getByRole('button', { name: /usual$/ });
    if (kind === 'roll')
      await hand.click(
        (await all.count()) > 0 ? all : page.getByRole('button', { name: /^Roll/ }).first(),
      );
    else if ((await same.count()) > 0) await hand.click(same.first());
    else await hand.click(usual);
    await expect(page.getByRole('slider')).not.toHaveAttribute('aria-valuenow', sequence ?? '');
    // All of them are rolled before anything else is looked at.
    if (kind === 'roll')
      await expect.poll(() => decision(page).getAttribute('data-decision')).not.toBe('roll');
    // Another tie may want a ruling of its own.
    else await settled(page);
  }
  const before = await page.getByRole('slider').getAttribute('aria-valuenow');
  const activities = page.locator('[data-activity]');
  await expect(activities.first()).toBeVisible();
  await hand.click(activities.first());
  const target = page.getByRole('dialog').locator('[data-target], [data-submit]').first();
  const done = expect(page.getByRole('slider')).not.toHaveAttribute('aria-valuenow', before ?? '');
  await Promise.any([done, expect(target).toBeVisible()]);
  if ((await target.count()) > 0) await hand.click(target);
  await expect(page.getByRole('slider')).not.toHaveAttribute('aria-valuenow', before ?? '');
}

for (const ruleset of readdirSync('../rulesets')) {
  test(`own fight: ${ruleset}`, async ({ server, sit }) => {
    const page = await sit(server.link, DESK);
    const start = Date.now();
    const hand = new Hand(page);
    hand.clicks += 1;
    await page.getByLabel('Rulebook').selectOption(ruleset);
    await hand.type(
      page.getByRole('textbox', { name: 'Names of your heroes' }),
      'Ana, Bran, Cleo, Dara',
    );
    await hand.type(page.getByRole('searchbox', { name: 'Search creatures' }), '5 goblin');
    await hand.click(page.getByRole('button', { name: 'Start the fight' }));
    await firstAction(hand);
    const seconds = (Date.now() - start) / 1000;
    console.log(`${ruleset}: ${hand.clicks} clicks, ${seconds.toFixed(1)} s`);
    expect(hand.clicks).toBeLessThanOrEqual(CLICKS_MAX);
    expect(seconds).toBeLessThan(SECONDS_MAX);
    for (const name of ['Ana', 'Dara', 'Goblin 1', 'Goblin 5']) {
      await expect(page.getByRole('article', { name, exact: true })).toBeVisible();
    }
  });
}

test('a party is kept, and is there for the next fight of its rulebook', async ({
  server,
  sit,
}) => {
  const page = await sit(server.link, PHONE);
  await page.getByLabel('Rulebook').selectOption('srd-5');
  const names = page.getByRole('textbox', { name: 'Names of your heroes' });
  await names.fill('Ana, Bran');
  await names.press('Enter');
  // A number that is taken out comes back: an empty field means nothing.
  const points = page.getByLabel(/^HP/).first();
  const usual = await points.inputValue();
  await points.fill('');
  await points.blur();
  await expect(points).toHaveValue(usual);
  await points.fill('31');
  await page.getByText('Party', { exact: true }).click();
  await page.getByLabel('Name of the party').fill('The Lanterns');
  await page.getByRole('button', { name: 'Keep as party' }).click();
  await expect(page.getByRole('combobox', { name: 'Party' })).toContainText('The Lanterns (2)');
  await page.reload();
  await expect(page.getByLabel('Rulebook')).toHaveValue('srd-5');
  await expect(page.getByLabel(/^HP/).first()).toHaveValue('31');
  await page.getByLabel('Rulebook').selectOption('collective');
  await expect(page.getByLabel(/^HP/)).toHaveCount(0);
});

test('a count out of range is answered, and adds nothing', async ({ server, sit }) => {
  const page = await sit(server.link, PHONE);
  await page.getByLabel('Rulebook').selectOption('srd-5');
  const search = page.getByRole('searchbox', { name: 'Search creatures' });
  for (const typed of ['0 goblin', '-3 orc', '900 goblin', 'goblin x61', '61: wolf pack']) {
    await search.fill(typed);
    await search.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Add 1 to 60 of a creature at a time.');
    await expect(page.getByText('×', { exact: false })).toHaveCount(0);
  }
  await search.fill('60 goblin');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await search.press('Enter');
  await expect(page.getByText('60 ×')).toBeVisible();
});

test('an unknown creature is made with defaults or with a short form', async ({ server, sit }) => {
  const page = await sit(server.link, DESK);
  await page.getByLabel('Rulebook').selectOption('srd-5');
  const search = page.getByRole('searchbox', { name: 'Search creatures' });
  await search.fill('flumph x2');
  await expect(page.getByText('“flumph” is not in this rulebook’s creatures.')).toBeVisible();
  await page.getByRole('button', { name: 'Use default numbers' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '2 ×' })).toContainText('Flumph');
  await search.fill('3 moss troll');
  await page.getByRole('button', { name: 'Make it now' }).click();
  const form = page.getByRole('dialog', { name: 'New creature: Moss troll' });
  await form.getByLabel(/^Hit points/).fill('84');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '3 ×' })).toContainText('Moss troll');
});

/** Tasks of a game master in a running fight: resistances, dice in one go, difficulty. */

import { clean, faults } from './checks';
import { decision, DESK, expect, test } from './table';

const WIDTHS = [1440, 1024, 390, 320];

test('cards say what somebody resists, to those who may know', async ({ server, sit }) => {
  const heroes = [{ name: 'Ana' }];
  const lines = '2 skeleton\ngoblin';
  const fight = await server.begin({ kind: 'fight', ruleset: 'srd-5', heroes, lines });
  const page = await sit(fight.masterLink, DESK);
  const card = page.getByRole('article', { name: 'Skeleton 1', exact: true });
  await expect(card).toContainText('Vulnerable: Bludgeoning');
  await expect(card).toContainText(/Immune: .*Poison/);
  const goblin = page.getByRole('article', { name: 'Goblin', exact: true });
  await expect(goblin.locator('[data-defense]')).toHaveCount(0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const who = page.getByRole('button', { name: 'Who', exact: true });
    if (await who.isVisible()) await who.click();
    await expect(card).toBeVisible();
    expect(await faults(page), `${width}`).toEqual([]);
  }
  await clean(page, 'cards with resistances');

  const screen = await sit(fight.screenLink, DESK);
  await expect(screen.getByText('Skeleton 1').first()).toBeVisible();
  await expect(screen.locator('[data-defense]')).toHaveCount(0);
});

test('dice in a row are rolled with one button', async ({ server, sit }) => {
  const fight = await server.begin({ kind: 'example', ruleset: 'collective', name: 'skirmish' });
  await fight.say('rule pcs', 'Ana: longsword Orc 1', 'pass');
  const page = await sit(fight.masterLink, DESK);
  await expect(decision(page)).toHaveAttribute('data-decision', 'roll');
  const rolls = async () => page.getByRole('slider').getAttribute('aria-valuenow').then(Number);
  const before = await rolls();
  await page.getByRole('button', { name: 'Roll everything' }).click();
  await expect(decision(page)).not.toHaveAttribute('data-decision', 'roll');
  expect(await rolls()).toBeGreaterThan(before);
});

test('the difficulty is told while a running fight is added to', async ({ server, sit }) => {
  const heroes = [{ name: 'Ana' }, { name: 'Bran' }];
  const fight = await server.begin({ kind: 'fight', ruleset: 'srd-5', heroes, lines: 'goblin' });
  const page = await sit(fight.masterLink, DESK);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Add/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Add combatants' });
  const told = dialog.getByRole('status', { name: 'Difficulty' });
  // The one who fights already counts.
  await expect(told.locator('b').first()).toBeVisible();
  const cost = async () =>
    Number(/(\d+) XP/.exec(((await told.textContent()) ?? '').replaceAll(',', ''))?.[1]);
  await expect.poll(cost).toBeGreaterThan(0);
  const before = await cost();
  const box = dialog.getByRole('searchbox', { name: 'Search creatures' });
  await box.fill('3 ogre');
  await box.press('Enter');
  await expect.poll(cost).toBeGreaterThan(before);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await faults(page, '[role=dialog]'), `${width}`).toEqual([]);
  }
  await clean(page, 'adding to a running fight');
});

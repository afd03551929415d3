/** A spell with an area: its targets are chosen once, and everybody's saves follow by themselves. */

import type { Locator, Page } from '@playwright/test';

import { clean, faults } from './checks';
import type { Fight, Server } from './server';
import { decision, DESK, expect, PHONE, test } from './table';

const GOBLINS = [1, 2, 3, 4].map((nth) => `Goblin ${nth}`);
const CLICKS_MAX = 6;

function goblin(name: string, board: boolean, at: number): string {
  return `
[[combatant]]
name = "${name}"
side = "foes"
attributes = { initiative = "5", hp = "60", max-hp = "60", ac = "12", dex-save = "2" }
${board ? `at = "${'hijk'.charAt(at)}3"` : ''}
`;
}

function setup(board: boolean, more = ''): string {
  return `
ruleset = "srd-5"
title = "The burning barn"
seed = 3
${board ? '[board]\nsize = "16x6"' : ''}
[[creature]]
name = "Mage"
attributes = { initiative = "20", hp = "40", max-hp = "40", dc = "15", casts = "1" }
grants = "3Third"
[[creature.activity]]
id = "fireball"
name = "Fireball"
like = "cast"
with = { spell-level = "3", effect = "1", power-save = "2", power-half = "1", power-dice = "8d6", power-type = "4", power-range = "30", power-area = "4", power-size = "4" }
[[combatant]]
name = "Mira"
side = "pcs"
creature = "Mage"
${board ? 'at = "a3"' : ''}
[[combatant]]
name = "Bran"
side = "pcs"
attributes = { initiative = "12", hp = "30", max-hp = "30" }
${board ? 'at = "b4"' : ''}
${GOBLINS.map((name, at) => goblin(name, board, at)).join('')}
${more}`;
}

async function begin(server: Server, board: boolean, more = ''): Promise<Fight> {
  const fight = await server.begin({ kind: 'setup', text: setup(board, more), files: [] });
  for (;;) {
    const { kind, ruling } = (await fight.state()).decision;
    if (kind === 'roll') await fight.give({ kind: 'roll', faces: null });
    else if (kind === 'rule') await fight.give({ kind: 'rule', answer: ruling?.answers[0] ?? '' });
    else return fight;
  }
}

/** Everybody who has lost hit points. */
async function hurt(fight: Fight): Promise<string[]> {
  const { combatants } = await fight.state();
  return combatants.filter(({ health }) => health?.words !== 'unhurt').map(({ name }) => name);
}

/** Presses things, and counts. */
class Hand {
  clicks = 0;

  async click(what: Locator): Promise<void> {
    this.clicks += 1;
    await what.click();
  }
}

function spell(page: Page): Locator {
  return page.locator('[data-activity="fireball"]');
}

function tick(page: Page, name: string): Locator {
  return page.getByRole('checkbox', { name: new RegExp(`^${name}\\b`) });
}

const SMALL = { viewport: { width: 390, height: 800 }, hasTouch: true };

for (const [screen, options] of [
  ['desk', DESK],
  ['phone', SMALL],
] as const) {
  test(`four goblins without a map, ${screen}`, async ({ server, sit }) => {
    const fight = await begin(server, false);
    const before = await fight.state();
    const page = await sit(fight.masterLink, options);
    const hand = new Hand();
    await spell(page).click();
    for (const name of GOBLINS) await hand.click(tick(page, name));
    await hand.click(page.getByRole('button', { name: 'Affect these 4' }));
    await expect.poll(() => hurt(fight)).toEqual(GOBLINS);
    await expect(decision(page)).toHaveAttribute('data-decision', 'act');
    expect(hand.clicks).toBeLessThanOrEqual(CLICKS_MAX);

    // One undo takes all of it back.
    await page.keyboard.press('u');
    await expect.poll(async () => (await fight.state()).point).toBe(before.point);
    expect(await hurt(fight)).toEqual([]);
  });

  test(`four goblins marked on the map, ${screen}`, async ({ server, sit }) => {
    const fight = await begin(server, true);
    const page = await sit(fight.masterLink, options);
    const hand = new Hand();
    await spell(page).click();
    await hand.click(page.getByRole('button', { name: 'Mark on the map' }));
    const token = page.getByRole('button', { name: /^Goblin 2 at / });
    await expect(token).toBeVisible();
    const box = await token.boundingBox();
    if (box === null) throw new Error('there is no goblin');
    hand.clicks += 1;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await hand.click(page.getByRole('button', { name: 'Fireball: these 4' }));
    await expect.poll(() => hurt(fight)).toEqual(GOBLINS);
    await expect(decision(page)).toHaveAttribute('data-decision', 'act');
    expect(hand.clicks).toBeLessThanOrEqual(CLICKS_MAX);
    await expect(page.getByRole('region', { name: 'Area on the map' })).toHaveCount(0);
  });
}

test('an area that lies on the map already ticks everybody in it', async ({ server, sit }) => {
  const fight = await begin(server, true);
  const page = await sit(fight.masterLink, DESK);
  await page.getByRole('button', { name: 'Area', exact: true }).click();
  const box = await page.getByRole('button', { name: /^Goblin 1 at / }).boundingBox();
  if (box === null) throw new Error('there is no goblin');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await spell(page).click();
  await expect(tick(page, 'Goblin 3')).toBeChecked();
  await expect(tick(page, 'Goblin 4')).not.toBeChecked();
  await page.getByRole('button', { name: 'Affect these 3' }).click();
  await expect.poll(() => hurt(fight)).toEqual(GOBLINS.slice(0, 3));
});

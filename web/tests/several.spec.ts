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
  return await started(server, setup(board, more));
}

/** A fight at its first turn. */
async function started(server: Server, text: string): Promise<Fight> {
  const fight = await server.begin({ kind: 'setup', text, files: [] });
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

test('the table types its dice, and the rest goes on by itself', async ({ server, sit }) => {
  const fight = await begin(server, false);
  const page = await sit(fight.masterLink, SMALL);
  await spell(page).click();
  await page.getByRole('button', { name: 'All foes' }).click();
  await page.getByRole('checkbox', { name: 'Roll the dice along with it' }).uncheck();
  await page.getByRole('button', { name: 'Affect these 4' }).click();

  async function type(text: string): Promise<void> {
    const { sequence } = await fight.state();
    await page.getByRole('textbox', { name: 'What the dice show' }).fill(text);
    await page.getByRole('button', { name: 'Enter', exact: true }).click();
    await expect.poll(async () => (await fight.state()).sequence).not.toBe(sequence);
  }
  await expect(decision(page)).toContainText('8d6');
  await type('30');
  for (const name of GOBLINS) {
    await expect(decision(page)).toContainText(name);
    await type('1');
  }
  await expect(decision(page)).toHaveAttribute('data-decision', 'act');
  const { combatants } = await fight.state();
  expect(combatants.map(({ health }) => Number(health?.value))).toEqual([40, 30, 30, 30, 30, 30]);
  await expect(page.getByRole('list', { name: 'Result' })).toContainText('Goblin 4 takes 30 fire.');

  // The device remembers who rolls.
  await page.reload();
  await page.keyboard.press('u');
  expect(await page.evaluate(() => localStorage.getItem('turnwright.settings'))).toContain(
    '"rollsAlong":false',
  );
});

const LICH = `
[[combatant]]
name = "Lich"
side = "foes"
attributes = { initiative = "4", hp = "90", max-hp = "90", ac = "17" }
grants = "3Third"
activities = ["counterspell"]
`;

test('it stops at a target that is refused, and says what is left', async ({ server, sit }) => {
  const fight = await begin(server, false, LICH);
  const page = await sit(fight.masterLink, DESK);
  await spell(page).click();
  for (const name of GOBLINS) await tick(page, name).check();
  await page.getByRole('button', { name: 'Affect these 4' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'still to come' })).toContainText(
    'Fireball: still to come: Goblin 2, Goblin 3 and Goblin 4.',
  );
  // Goblin 2 dies of something else while the lich may react.
  const damage = { activity: 'damage', about: 'Goblin 2', number: '60' } as const;
  await fight.give({ kind: 'master', ...damage });
  await page.getByRole('button', { name: 'Nobody reacts' }).click();
  const notice = page.locator('[data-stopped]');
  await expect(notice).toContainText('Fireball has stopped. Goblin 2 can’t be affected now.');
  await expect(notice).toContainText('Affected: Goblin 1. Left: Goblin 2, Goblin 3 and Goblin 4.');

  // Those left who can be affected are ticked, and one press goes on.
  await page.getByRole('button', { name: 'Affect these 2' }).click();
  await expect(decision(page)).toHaveAttribute('data-decision', 'act');
  await expect(notice).toHaveCount(0);
  expect(await hurt(fight)).toEqual(GOBLINS);
});

test('a reaction in between is waited for', async ({ server, sit }) => {
  const fight = await begin(server, false, LICH);
  const page = await sit(fight.masterLink, DESK);
  await spell(page).click();
  for (const name of GOBLINS) await tick(page, name).check();
  await page.getByRole('button', { name: 'Affect these 4' }).click();
  await expect(decision(page)).toHaveAttribute('data-decision', 'answer');
  await expect(page.getByRole('status').filter({ hasText: 'still to come' })).toBeVisible();
  await page.getByRole('button', { name: 'Nobody reacts' }).click();
  await expect(decision(page)).toHaveAttribute('data-decision', 'act');
  expect(await hurt(fight)).toEqual(GOBLINS);

  // Undone in the middle, it does not go on by itself.
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await expect.poll(() => hurt(fight)).toEqual([]);
});

test('a player casts on a phone, and the game master rolls for the goblins', async ({
  server,
  sit,
}) => {
  const fight = await begin(server, true);
  const phone = await sit(await fight.seat('Mara', ['Mira']), PHONE);
  await spell(phone).click();
  await phone.getByRole('button', { name: 'Mark on the map' }).click();
  const token = phone.getByRole('button', { name: /^Goblin 2 at / });
  await expect(token).toBeVisible();
  const box = await token.boundingBox();
  if (box === null) throw new Error('there is no goblin');
  await phone.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await phone.getByRole('button', { name: 'Fireball: these 4' }).click();
  for (const name of GOBLINS) {
    await expect(decision(phone)).toContainText(new RegExp(`1d20.*${name}`));
    expect(await faults(phone), name).toEqual([]);
    await fight.give({ kind: 'roll', faces: null });
  }
  await expect(decision(phone)).toContainText('Mira, it is your turn');
  expect(await hurt(fight)).toEqual(GOBLINS);
});

test('who else is in the area, asked of a player and by keyboard', async ({ server, sit }) => {
  const fight = await begin(server, true);
  await fight.say('Mira: fireball Goblin 1', 'roll 30', 'roll 1');
  const page = await sit(fight.masterLink, DESK);
  const affect = page.locator('[data-affect]');
  await expect(affect).toBeDisabled();
  const phone = await sit(await fight.seat('Mara', ['Mira']), PHONE);
  const sheet = phone.getByRole('dialog', { name: 'Who else is in the area?' });
  await sheet.getByRole('checkbox', { name: 'Goblin 4' }).check();
  await expect(sheet.getByRole('button', { name: 'Affect this one' })).toBeEnabled();
  await expect(sheet.getByRole('button', { name: 'Nobody else' })).toBeVisible();
  await clean(phone, 'further targets on a phone');

  await tick(page, 'Goblin 2').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(affect).toHaveText('Affect these 2');
  await affect.focus();
  await page.keyboard.press('Enter');
  await expect(decision(page)).toHaveAttribute('data-decision', 'act');
  expect(await hurt(fight)).toEqual(GOBLINS.slice(0, 3));
  await expect(sheet).toHaveCount(0);
});

test('the keyboard marks targets on the map', async ({ server, sit }) => {
  const fight = await begin(server, true);
  const page = await sit(fight.masterLink, DESK);
  await spell(page).focus();
  await page.keyboard.press('Enter');
  const mark = page.getByRole('button', { name: 'Mark on the map' });
  await mark.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^It begins at/ })).toBeFocused();
  for (let steps = 0; steps < 8; steps += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Fireball: these 4' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => hurt(fight)).toEqual(GOBLINS);
});

const HEROES = ['Ana', 'Bran', 'Cleo'];
const hero = (name: string, rest: string): string => `
[[combatant]]
name = "${name}"
side = "pcs"
attributes = { ${rest}, hp = "50" }
`;

/** A drake whose breath nobody escapes unhurt, and three heroes, in two further rulebooks. */
const DRAKES = {
  'pathfinder-2e': `
ruleset = "pathfinder-2e"
seed = 3
[[combatant]]
name = "Drake"
side = "foes"
attributes = { initiative = "30", hp = "60", ac = "18" }
[[combatant.activity]]
id = "breath"
name = "Breath"
like = "use-power"
with = { power-dice = "4d6", damage-type = "5", power-area = "2", power-size = "6", cooldown = "14" }
${HEROES.map((name) => hero(name, 'initiative = "1", ac = "18"')).join('')}`,
  'pathfinder-rae': `
ruleset = "pathfinder-rae"
seed = 3
[[combatant]]
name = "Drake"
side = "foes"
attributes = { init = "99", hp = "90", max-hp = "90", powers = "1" }
[[combatant.activity]]
id = "breath"
name = "Breath"
like = "use-power"
with = { effect = "1", power-dice = "6d6", power-type = "4", power-save = "2", power-dc = "40", power-half = "1", power-area = "2", power-size = "6", again = "1" }
${HEROES.map((name) => hero(name, 'init = "0", max-hp = "50"')).join('')}`,
};
for (const [ruleset, text] of Object.entries(DRAKES)) {
  test(`a breath takes all heroes: ${ruleset}`, async ({ server, sit }) => {
    const fight = await started(server, text);
    const page = await sit(fight.masterLink, DESK);
    await page.locator('[data-activity="breath"]').click();
    await page.getByRole('button', { name: 'All foes' }).click();
    await page.getByRole('button', { name: 'Affect these 3' }).click();
    await expect.poll(() => hurt(fight)).toEqual(HEROES);
    await expect(decision(page)).toHaveAttribute('data-decision', 'act');
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the targets on every screen, ${colorScheme}`, async ({ server, sit }) => {
    const fight = await begin(server, true);
    const page = await sit(fight.masterLink, { ...DESK, colorScheme, locale: 'de' });
    await spell(page).click();
    await tick(page, 'Goblin 2').check();
    await expect(page.getByRole('button', { name: 'Auf dieses Ziel anwenden' })).toBeEnabled();
    const widths = [1440, 390, 320];
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 500 ? 640 : 900 });
      expect(await faults(page, '[role="dialog"]'), `${width} pixels`).toEqual([]);
      await clean(page, `targets of a spell, ${width} pixels`);
    }
    await page.keyboard.press('Escape');
    await fight.say('Mira: fireball Goblin 1', 'roll 30', 'roll 1');
    await expect(page.locator('[data-affect]')).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 500 ? 640 : 900 });
      expect(await faults(page), `${width} pixels`).toEqual([]);
      await clean(page, `further targets, ${width} pixels`);
    }
  });
}

/** Areas on the board: which squares they cover, whom they catch, and damage to exactly those. */

import type { Locator, Page } from '@playwright/test';

import {
  AREA_SHAPES,
  catches,
  coveredSquares,
  originAt,
  type Area,
  type AreaShape,
} from '../src/state/area';
import { clean, faults } from './checks';
import type { Fight, Server } from './server';
import { DESK, expect, PHONE, test } from './table';

/** The names of the squares of a board of ten by ten, columns from a, rows from 1. */
function names(area: Partial<Area> & { shape: AreaShape; size: number }): string {
  const origin = { x: 4, y: 4, size: 1 };
  return coveredSquares({ origin, direction: null, ...area }, 10, 10)
    .map(({ x, y }) => `${String.fromCharCode(97 + x)}${y + 1}`)
    .join(' ');
}

test('squares that areas cover', () => {
  expect(names({ shape: 'burst', size: 1 })).toBe('e4 d5 e5 f5 e6');
  // Diagonal neighbours are 1.41 squares away, squares two by two 2.83.
  expect(names({ shape: 'burst', size: 1.4 })).toBe('e4 d5 e5 f5 e6');
  expect(names({ shape: 'burst', size: 1.5 })).toBe('d4 e4 f4 d5 e5 f5 d6 e6 f6');
  expect(names({ shape: 'burst', size: 2 }).split(' ')).toHaveLength(13);

  expect(names({ shape: 'square', size: 3 })).toBe('d4 e4 f4 d5 e5 f5 d6 e6 f6');
  expect(names({ shape: 'square', size: 2 })).toBe('e5 f5 e6 f6');
  // In a corner the board ends it.
  expect(names({ shape: 'square', size: 3, origin: { x: 0, y: 0, size: 1 } })).toBe('a1 b1 a2 b2');

  const right = { x: 9, y: 4 };
  expect(names({ shape: 'line', size: 3, direction: right })).toBe('f5 g5 h5');
  expect(names({ shape: 'line', size: 3, direction: { x: 5, y: 5 } })).toBe('f6 g7');
  expect(names({ shape: 'cone', size: 2, direction: right })).toBe('f4 f5 g5 f6');
  // The corners of a cone are round: h4 is 3.16 squares away.
  expect(names({ shape: 'cone', size: 3, direction: right })).toBe('g3 f4 g4 f5 g5 h5 f6 g6 g7');
  expect(names({ shape: 'cone', size: 1.5, direction: { x: 5, y: 5 } })).toBe('f5 e6 f6');
});

test('areas without a direction, and those of somebody large', () => {
  for (const shape of AREA_SHAPES) {
    const directed = shape === 'cone' || shape === 'line';
    expect(names({ shape, size: 2 }) === '').toBe(directed);
    // Pointing at oneself is no direction.
    expect(names({ shape, size: 2, direction: { x: 4, y: 4 } }) === '').toBe(directed);
  }
  const large = { x: 4, y: 4, size: 2 };
  expect(originAt({ x: 5, y: 5 }, [large])).toEqual(large);
  expect(originAt({ x: 6, y: 5 }, [large])).toEqual({ x: 6, y: 5, size: 1 });
  // From its edge: one square around it, without the corners.
  expect(names({ shape: 'burst', size: 1, origin: large })).toBe(
    'e4 f4 d5 e5 f5 g5 d6 e6 f6 g6 e7 f7',
  );
  // One of its squares is enough to be caught.
  const burst: Area = { shape: 'burst', size: 1, origin: { x: 3, y: 4, size: 1 }, direction: null };
  expect(catches(burst, large)).toBe(true);
  expect(catches(burst, { ...large, x: 5 })).toBe(false);
});

async function ambush(server: Server): Promise<Fight> {
  const fight = await server.begin({ kind: 'example', ruleset: 'srd-5', name: 'ambush' });
  // Dice are fresh each time: whoever rolls the same is put in order by the game master.
  for (;;) {
    const { kind, ruling } = (await fight.state()).decision;
    if (kind === 'roll') await fight.give({ kind: 'roll', faces: null });
    else if (kind === 'rule') await fight.give({ kind: 'rule', answer: ruling?.answers[0] ?? '' });
    else return fight;
  }
}

/** Everybody's health, by name. */
async function healths(fight: Fight): Promise<Record<string, number>> {
  const { combatants } = await fight.state();
  return Object.fromEntries(combatants.map((one) => [one.name, Number(one.health?.value)]));
}

function board(page: Page): Locator {
  return page.getByRole('region', { name: /^Map/ });
}

function tool(page: Page): Locator {
  return page.getByRole('region', { name: 'Area on the map' });
}

/** Where somebody stands on the screen. */
async function middle(page: Page, name: string): Promise<{ x: number; y: number }> {
  const token = page.getByRole('button', { name: new RegExp(`^${name} at `) });
  const box = await token.boundingBox();
  if (box === null) throw new Error(`${name} is not on the board`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a burst deals damage to exactly those it catches', async ({ server, sit }) => {
  const fight = await ambush(server);
  const page = await sit(fight.masterLink, DESK);
  await page.getByRole('button', { name: 'Area', exact: true }).click();
  // The rulebook counts in feet, five to a square.
  const size = tool(page).getByLabel('Radius (ft)');
  await expect(size).toHaveValue('10');
  const at = await middle(page, 'Goblin 2');
  await page.mouse.click(at.x, at.y);
  const words = board(page).locator('p[aria-live]');
  await expect(words).toContainText('In the area: Goblin 2, Goblin 3 and Grath.');
  await expect(page.locator('[data-caught]')).toHaveCount(3);

  // One is switched off, and everybody again with a smaller radius.
  await tool(page).getByRole('button', { name: 'Grath' }).click();
  await expect(words).toContainText('In the area: Goblin 2 and Goblin 3.');
  await expect(page.locator('[data-caught]')).toHaveCount(2);
  await size.fill('5');
  await expect(words).toContainText('In the area: Goblin 2.');
  await size.fill('10');

  const before = await healths(fight);
  await tool(page).getByRole('button', { name: 'Damage or condition for these 2' }).click();
  const many = page.getByRole('dialog', { name: 'Several at once' });
  await expect(many.getByRole('button', { name: 'full', pressed: true })).toHaveCount(2);
  await many.getByLabel('Hit points').fill('3');
  await many.getByRole('button', { name: 'Apply to 2' }).click();
  await expect(many).toHaveCount(0);
  const hit = { ...before };
  for (const name of ['Goblin 2', 'Goblin 3']) hit[name] = (before[name] ?? 0) - 3;
  expect(await healths(fight)).toEqual(hit);

  // One undo takes all of it back.
  await page.keyboard.press('u');
  await expect.poll(() => healths(fight)).toEqual(before);

  // Opened from elsewhere the panel begins with nobody.
  await page.keyboard.press('Escape');
  await expect(tool(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Damage or condition for several …' }).click();
  await expect(many.getByRole('button', { name: 'full', pressed: true })).toHaveCount(0);
});

test('a cone drawn with the mouse, and a line by two taps', async ({ server, sit }) => {
  const fight = await ambush(server);
  const page = await sit(fight.masterLink, DESK);
  await page.getByRole('button', { name: 'Area', exact: true }).click();
  await tool(page).getByLabel('Shape').selectOption('Cone');
  await tool(page).getByLabel('Length (ft)').fill('60');
  const from = await middle(page, 'Ylva');
  const to = await middle(page, 'Goblin 2');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  const words = board(page).locator('p[aria-live]');
  await expect(words).toContainText('Goblin 1, Goblin 2, Goblin 3, Goblin 4 and Grath.');
  await expect(words).not.toContainText('Ylva');

  // The mouse shows where it would point, a tap says so.
  await tool(page).getByLabel('Shape').selectOption('Line');
  await tool(page).getByLabel('Length (ft)').fill('60');
  await page.mouse.click(from.x, from.y);
  await expect(words).toContainText('Tap where it points.');
  await page.mouse.move(to.x, to.y);
  await expect(words).toContainText('In the area: Goblin 2.');
  await page.mouse.click(to.x, to.y);
  await expect(words).toContainText('In the area: Goblin 2. Tap again');
});

test('the keyboard lays an area, and a player measures on a phone', async ({ server, sit }) => {
  const fight = await ambush(server);
  const page = await sit(fight.masterLink, DESK);
  const open = page.getByRole('button', { name: 'Area', exact: true });
  await open.focus();
  await page.keyboard.press('Enter');
  // It begins where whoever acts stands.
  const cursor = page.getByRole('button', { name: /^It begins at/ });
  await expect(cursor).toBeFocused();
  const before = await cursor.getAttribute('aria-label');
  await page.keyboard.press('ArrowRight');
  await expect(cursor).not.toHaveAttribute('aria-label', before ?? '');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  const apply = tool(page).getByRole('button', { name: /^Damage or condition for/ });
  await expect(apply).toBeFocused();

  // A cone takes two squares: where it begins, and where it points.
  await tool(page).getByLabel('Shape').selectOption('Cone');
  await cursor.focus();
  await page.keyboard.press('Enter');
  const points = page.getByRole('button', { name: /^It points at/ });
  await expect(points).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-squares]')).not.toHaveAttribute('data-squares', '0');
  await page.keyboard.press('Enter');
  await expect(board(page).locator('p[aria-live]')).toContainText('Tap again');
  await page.keyboard.press('Escape');
  await expect(tool(page)).toHaveCount(0);
  await expect(open).toBeFocused();

  const phone = await sit(await fight.seat('Mara', ['Ylva']), PHONE);
  await phone.getByRole('button', { name: 'Map', exact: true }).click();
  await phone.getByRole('button', { name: 'Area', exact: true }).click();
  await expect(tool(phone).getByLabel('Radius (ft)')).toHaveValue('10');
  const at = await middle(phone, 'Pip');
  await phone.touchscreen.tap(at.x, at.y);
  await expect(board(phone).locator('p[aria-live]')).toContainText('Ylva, Pip, Maro and Edda');
  await expect(tool(phone).getByRole('button', { name: /^Damage/ })).toHaveCount(0);
  await tool(phone).getByRole('button', { name: 'Close' }).click();
  await expect(tool(phone)).toHaveCount(0);

  const screen = await sit(fight.screenLink, DESK);
  await expect(board(screen)).toBeVisible();
  await expect(screen.getByRole('button', { name: 'Area', exact: true })).toHaveCount(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the tool on every screen, ${colorScheme}`, async ({ server, sit }) => {
    const fight = await ambush(server);
    const page = await sit(fight.masterLink, { ...DESK, colorScheme });
    await page.getByRole('button', { name: 'Area', exact: true }).click();
    await tool(page).getByLabel('Shape').selectOption('Square');
    await tool(page).getByLabel('Side (ft)').fill('200');
    await expect(tool(page).getByRole('listitem')).toHaveCount(9);
    await tool(page).getByRole('button', { name: 'Grath' }).click();
    for (const width of [1440, 1024, 390, 320]) {
      await page.setViewportSize({ width, height: width < 500 ? 640 : 800 });
      expect(await faults(page), `${width} pixels`).toEqual([]);
      await clean(page, `the tool for areas, ${width} pixels`);
    }
  });
}

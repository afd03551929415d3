/** Tokens on the board: legible on a large one at every width, and with pictures. */

import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { clean, faults } from './checks';
import { DESK, expect, PHONE, test } from './table';

const CREATURES = ['characters', 'monsters'].map((name) => ({
  path: `../creatures/${name}.toml`,
  text: readFileSync(`../rulesets/srd-5/creatures/${name}.toml`, 'utf8'),
}));
/** Twelve combatants all over a board of thirty by thirty. */
const FIELD = `
ruleset = "srd-5"
title = "Wide field"
creatures = [${CREATURES.map(({ path }) => `"${path}"`).join(', ')}]
[board]
size = "30x30"
[[combatant]]
name = "Mira"
side = "pcs"
creature = "Fighter"
at = "b2"
[[combatant]]
name = "Old Tom"
side = "pcs"
creature = "Rogue"
at = "m15"
[[combatant]]
name = "Goblin"
side = "foes"
creature = "Goblin"
count = 10
at = "ad30 ac1 a30 o16 p16 k9 v12 d22 x27 t20"
`;

/** Pixels of the smallest token and the smallest letters on the board. */
async function smallest(page: Page): Promise<{ token: number; letters: number }> {
  return await page.evaluate(() => {
    const least = (selector: string, size: (one: Element) => number) =>
      Math.min(...[...document.querySelectorAll(selector)].map(size));
    const scale = (one: Element) => (one as SVGGraphicsElement).getScreenCTM()?.a ?? 0;
    return {
      token: least('.token path', (one) => one.getBoundingClientRect().width),
      letters: least(
        '.token text',
        (one) => parseFloat(getComputedStyle(one).fontSize) * scale(one),
      ),
    };
  });
}

test('initials stay legible on a large board', async ({ server, sit }) => {
  const fight = await server.begin({ kind: 'setup', text: FIELD, files: CREATURES });
  const page = await sit(fight.masterLink, DESK);
  const board = page.getByRole('region', { name: 'Map, 30 by 30 squares' });
  for (const width of [1440, 1024, 390, 320]) {
    await page.setViewportSize({ width, height: width < 500 ? 640 : 900 });
    if (width < 500) await page.getByRole('button', { name: 'Map', exact: true }).click();
    await board.getByRole('button', { name: 'Show who acts' }).click();
    const near = await smallest(page);
    expect(near.token, `a token at ${width} pixels`).toBeGreaterThanOrEqual(22);
    expect(near.letters, `letters at ${width} pixels`).toBeGreaterThanOrEqual(9.5);
    await board.getByRole('button', { name: 'Whole map' }).click();
    const whole = await smallest(page);
    expect(whole.token, `a token on the whole map, ${width} pixels`).toBeGreaterThanOrEqual(15);
    expect(whole.letters, `letters on the whole map, ${width} pixels`).toBeGreaterThanOrEqual(9.5);
    expect(await faults(page)).toEqual([]);
  }
});

test('two fingers and the buttons zoom', async ({ server, sit }) => {
  const fight = await server.begin({ kind: 'setup', text: FIELD, files: CREATURES });
  const page = await sit(fight.masterLink, PHONE);
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  const board = page.getByRole('region', { name: 'Map, 30 by 30 squares' });
  await board.getByRole('button', { name: 'Whole map' }).click();
  const drawing = board.locator('svg').first();
  await drawing.scrollIntoViewIfNeeded();
  const scale = async () =>
    await drawing.evaluate((one) => (one as SVGSVGElement).getScreenCTM()?.a ?? 0);
  const before = await scale();
  const box = await drawing.boundingBox();
  if (box === null) throw new Error('there is no board');
  const session = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = (apart: number) => [
    { x: x - apart, y, id: 0 },
    { x: x + apart, y, id: 1 },
  ];
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number | null) =>
    await session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: apart === null ? [] : fingers(apart),
    });
  await touch('touchStart', 20);
  for (const apart of [30, 40, 50, 60]) await touch('touchMove', apart);
  await touch('touchEnd', null);
  const pinched = await scale();
  expect(pinched).toBeGreaterThan(before * 1.8);
  await board.getByRole('button', { name: 'Zoom in' }).click();
  expect(await scale()).toBeGreaterThan(pinched * 1.3);
});

test('a picture on a token is kept on the device', async ({ server, sit }) => {
  const fight = await server.begin({ kind: 'example', ruleset: 'srd-5', name: 'ambush' });
  const page = await sit(fight.masterLink, DESK);
  const face = page.getByRole('button', { name: /^Ylva at / }).locator('image');
  const card = page.getByRole('dialog', { name: 'Ylva' });
  await page.getByRole('button', { name: 'Edit Ylva' }).click();
  const field = card.getByLabel('Picture on the map');
  await field.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await expect(card.getByRole('alert')).toContainText('can’t be shown as a picture');
  const picture = await page.screenshot();
  await field.setInputFiles({ name: 'ylva.png', mimeType: 'image/png', buffer: picture });
  await expect(card.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  await expect(card.getByRole('alert')).toHaveCount(0);
  const size = await card.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth);
  expect(size).toBe(96);
  await clean(page, 'a picture for a token');

  // Under a new name it is still there, and after the page is opened again.
  await card.getByLabel('Name', { exact: true }).fill('Ylva the Tall');
  await card.getByRole('button', { name: 'Rename' }).click();
  await expect(face).toHaveCount(0);
  const renamed = page.getByRole('button', { name: /^Ylva the Tall at / }).locator('image');
  await page.reload();
  await expect(renamed).toHaveAttribute('href', /^data:image\//);
  await page.getByRole('button', { name: 'Edit Ylva the Tall' }).click();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(renamed).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Ylva the Tall at / })).toBeVisible();
  await expect(renamed).toHaveCount(0);
});

/** Somebody is moved on the board, with the arrow keys and by dragging. */

import type { Page } from '@playwright/test';

import { clean } from './checks';
import { decision, DESK, expect, PHONE, test } from './table';

/** Units of the drawing that a square has. */
const UNITS = 40;
const REACHABLE = /^[a-z]+\d+: costs \d+ of \d+/;

/** Aims at a neighbouring square that can be reached. */
async function aim(page: Page): Promise<string> {
  const board = page.getByRole('region', { name: /^Map/ });
  const words = board.locator('p[aria-live]');
  await expect(words).toContainText('of movement left');
  for (const [there, back] of [
    ['ArrowRight', 'ArrowLeft'],
    ['ArrowLeft', 'ArrowRight'],
    ['ArrowDown', 'ArrowUp'],
    ['ArrowUp', 'ArrowDown'],
  ] as const) {
    await page.keyboard.press(there);
    await expect(words).not.toContainText('of movement left');
    const text = (await words.textContent()) ?? '';
    if (REACHABLE.test(text)) return text.slice(0, text.indexOf(':'));
    await page.keyboard.press(back);
  }
  throw new Error('there is no square to go to');
}

test('a move on the board', async ({ server, sit }) => {
  const example = { kind: 'example', ruleset: 'dungeons-of-olde', name: 'delve' } as const;
  const fight = await server.begin(example);
  while ((await fight.state()).decision.kind === 'roll') {
    await fight.give({ kind: 'roll', faces: null });
  }
  const mover = (await fight.state()).decision.who[0] ?? '';
  await fight.say(`${mover}: run`);
  const page = await sit(fight.masterLink, DESK);
  await expect(decision(page)).toContainText(`${mover} may act`);
  const token = page.getByRole('button', { name: new RegExp(`^${mover} at `) });
  await token.focus();

  const square = await aim(page);
  const moved = page.getByRole('button', { name: `${mover} at ${square}` });
  await page.keyboard.press('Enter');
  await expect(moved).toBeVisible();
  await page.keyboard.press('u');
  await expect(moved).toHaveCount(0);

  // A tap on the lit square does the same.
  await expect(page.getByText('of movement left')).toBeVisible();
  await page.locator(`[data-square="${square}"]`).click();
  await expect(moved).toBeVisible();
  await page.keyboard.press('u');
  await expect(moved).toHaveCount(0);
  await expect(page.getByText('of movement left')).toBeVisible();

  // And so does the token, dragged to the square and let go there.
  const from = await token.boundingBox();
  const to = await page.locator(`[data-square="${square}"]`).boundingBox();
  if (!from || !to) throw new Error('the board shows no token or no square');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(moved).toBeVisible();

  // Whoever plays it sees on the phone where it can go on to.
  const phone = await sit(await fight.seat('Mara', [mover]), PHONE);
  await phone.getByRole('button', { name: 'Map', exact: true }).click();
  await expect(phone.getByText('of movement left')).toBeVisible();
  expect(await phone.locator('.reach').count()).toBeGreaterThan(0);
});

test('something aimed at a square that is no step', async ({ server, sit }) => {
  const example = { kind: 'example', ruleset: 'pathfinder-rae', name: 'spellcaster' } as const;
  const fight = await server.begin(example);
  // An imp has no hands for doors: it does not go first.
  const faces: Record<string, number[]> = { Orsola: [20], Imp: [1] };
  for (;;) {
    const { kind, about } = (await fight.state()).decision;
    if (kind !== 'roll') break;
    await fight.give({ kind: 'roll', faces: faces[about ?? ''] ?? null });
  }
  const page = await sit(fight.masterLink, PHONE);
  await page.getByRole('button', { name: /^Door/ }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Which square');
  await expect(dialog.getByText('Choose a square.')).toBeVisible();
  const square = await dialog.locator('datalist option').first().getAttribute('value');
  await field.fill(square ?? '');
  await expect(dialog.getByText('Costs')).toBeVisible();
  await dialog.getByRole('button', { name: /^Do it/ }).click();
  await expect(dialog).toHaveCount(0);
});

test('a way of several squares is undone in one step', async ({ server, sit }) => {
  const map = Array.from({ length: 8 }, () => '.'.repeat(14));
  const heroes = [{ name: 'Mira' }, { name: 'Quill' }];
  const fight = await server.begin({
    kind: 'fight',
    ruleset: 'srd-5',
    lines: 'goblin',
    heroes,
    board: { map },
  });
  while ((await fight.state()).decision.kind === 'roll') {
    const hero = (await fight.state()).decision.about === 'Mira';
    await fight.give({ kind: 'roll', faces: [hero ? 20 : 2] });
  }
  const page = await sit(fight.masterLink, DESK);
  const place = async () =>
    (await fight.state()).combatants.find((one) => one.name === 'Mira')?.position?.square;
  const before = await place();
  // Lengths are in feet, as the rulebook has them.
  await expect(page.getByText('Mira: 30 ft of movement left.')).toBeVisible();
  const far = page.locator('.reach', { has: page.getByText('15', { exact: true }) }).first();
  const square = await far.getAttribute('data-square');
  await far.click();
  await expect(page.getByText('Mira: 15 ft of movement left.')).toBeVisible();
  expect(await place()).toBe(square);
  await page.keyboard.press('u');
  await expect(page.getByText('Mira: 30 ft of movement left.')).toBeVisible();
  expect(await place()).toBe(before);
});

test('the game master drags a token to put it anywhere', async ({ server, sit }) => {
  const map = Array.from({ length: 8 }, () => '.'.repeat(14));
  const heroes = [{ name: 'Mira' }, { name: 'Quill' }];
  const fight = await server.begin({
    kind: 'fight',
    ruleset: 'srd-5',
    lines: 'goblin',
    heroes,
    board: { map },
  });
  while ((await fight.state()).decision.kind === 'roll') {
    const hero = (await fight.state()).decision.about === 'Mira';
    await fight.give({ kind: 'roll', faces: [hero ? 20 : 2] });
  }
  const page = await sit(fight.masterLink, DESK);
  const place = async (name: string) =>
    (await fight.state()).combatants.find((one) => one.name === name)?.position?.square ?? '';
  const drag = async (name: string, columns: number, rows: number) => {
    const token = page.getByRole('button', { name: new RegExp(`^${name} at `) });
    const box = await token.boundingBox();
    if (!box) throw new Error(`${name} is not on the map`);
    const scale = await page
      .locator('.reach rect')
      .first()
      .evaluate((one) => (one as SVGGraphicsElement).getScreenCTM()?.a ?? 0);
    const width = scale * UNITS;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + columns * width, y + rows * width, { steps: 5 });
  };
  await expect(page.getByText('Mira: 30 ft of movement left.')).toBeVisible();
  const before = await place('Goblin');
  await drag('Goblin', -3, 1);
  await expect(page.getByText(/^Let go to put Goblin on [a-z]+\d+/)).toBeVisible();
  await page.mouse.up();
  await expect.poll(() => place('Goblin')).not.toBe(before);
  const [from, to] = [before, await place('Goblin')];
  expect(from.charCodeAt(0) - to.charCodeAt(0)).toBe(3);
  expect(Number(to.slice(1)) - Number(from.slice(1))).toBe(1);
  await expect(page.getByRole('log')).toContainText(`Goblin comes to ${to}`);

  // A token that is only clicked stays.
  const { sequence } = await fight.state();
  await drag('Quill', 0, 0);
  await page.mouse.up();
  expect((await fight.state()).sequence).toBe(sequence);
});

test('the map is made wider beside the actions, and the device remembers it', async ({
  server,
  sit,
}) => {
  const fight = await server.begin({ kind: 'example', ruleset: 'srd-5', name: 'ambush' });
  const page = await sit(fight.masterLink, DESK);
  const divider = page.getByRole('separator', { name: 'Width of the map' });
  const map = page.getByRole('region', { name: /^Map/ });
  const width = async () => (await map.boundingBox())?.width ?? 0;
  await expect(divider).toBeVisible();
  const before = await width();
  await divider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(divider).toHaveAttribute('aria-valuenow', '51');
  expect(await width()).toBeLessThan(before);
  const box = await divider.boundingBox();
  if (box === null) throw new Error('there is no handle');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  expect(await width()).toBeGreaterThan(before + 60);
  const share = (await divider.getAttribute('aria-valuenow')) ?? '';
  await page.reload();
  await expect(divider).toHaveAttribute('aria-valuenow', share);
  await clean(page, 'the handle beside the map');
});

/** Somebody is moved on the board, with the arrow keys and by dragging. */

import type { Page } from '@playwright/test';

import { decision, DESK, expect, PHONE, test } from './table';

const REACHABLE = /^[a-z]+\d+: \d+ of \d+/;

/** Aims at a neighbouring square that can be reached. */
async function aim(page: Page): Promise<string> {
  const board = page.getByRole('region', { name: /^Board/ });
  const words = board.locator('p[aria-live]');
  await expect(words).toContainText('left for steps');
  for (const [there, back] of [
    ['ArrowRight', 'ArrowLeft'],
    ['ArrowLeft', 'ArrowRight'],
    ['ArrowDown', 'ArrowUp'],
    ['ArrowUp', 'ArrowDown'],
  ] as const) {
    await page.keyboard.press(there);
    await expect(words).not.toContainText('left for steps');
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
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('To which square')).toHaveValue(square);
  await expect(dialog.getByText('Spends')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // The same with a pointer: from the token to the square, where it is let go.
  const from = await token.boundingBox();
  const to = await page.locator(`[data-square="${square}"]`).boundingBox();
  if (!from || !to) throw new Error('the board shows no token or no square');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(dialog.getByLabel('To which square')).toHaveValue(square);
  await dialog.getByRole('button', { name: /^Declare/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: `${mover} at ${square}` })).toBeVisible();

  // Whoever plays it sees on the phone where it can go on to.
  const phone = await sit(await fight.seat('Mara', [mover]), PHONE);
  await expect(phone.getByText('left for steps')).toBeVisible();
  expect(await phone.locator('.reach').count()).toBeGreaterThan(0);
});

test('something aimed at a square that is no step', async ({ server, sit }) => {
  const example = { kind: 'example', ruleset: 'pathfinder-rae', name: 'spellcaster' } as const;
  const fight = await server.begin(example);
  while ((await fight.state()).decision.kind === 'roll') {
    await fight.give({ kind: 'roll', faces: null });
  }
  const page = await sit(fight.masterLink, PHONE);
  await page.getByRole('button', { name: /^Door/ }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('At which square');
  await expect(dialog.getByText('Choose a square.')).toBeVisible();
  const square = await dialog.locator('datalist option').first().getAttribute('value');
  await field.fill(square ?? '');
  await expect(dialog.getByText('Spends')).toBeVisible();
  await dialog.getByRole('button', { name: /^Declare/ }).click();
  await expect(dialog).toHaveCount(0);
});

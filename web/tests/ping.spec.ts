/** A square is pointed at: everybody sees it for a moment, and nothing is kept of it. */

import type { Page } from '@playwright/test';

import { clean, faults } from './checks';
import { DESK, expect, PHONE, test } from './table';

/** The middle of the square that somebody stands on. */
async function middle(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('button', { name: new RegExp(`^${name} at `) }).boundingBox();
  if (box === null) throw new Error(`${name} is not on the map`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('an alt-click or a long press points at a square for everybody', async ({ server, sit }) => {
  const fight = await server.begin({ kind: 'example', ruleset: 'pathfinder-2e', name: 'ford' });
  const { combatants, sequence } = await fight.state();
  const name = combatants[0]?.name ?? '';
  const master = await sit(fight.masterLink, DESK);
  const phone = await sit(await fight.seat('Mara', [name]), PHONE);
  const screen = await sit(fight.screenLink, DESK);
  await phone.getByRole('button', { name: 'Map', exact: true }).click();
  await expect(phone.getByRole('region', { name: /^Map/ })).toBeVisible();

  const from = await middle(master, name);
  await master.keyboard.down('Alt');
  await master.mouse.click(from.x, from.y);
  await master.keyboard.up('Alt');
  for (const page of [master, phone, screen]) {
    await expect(page.locator('[data-ping="game master"]')).toBeVisible();
    await expect(page.getByText(/^Game master points at [a-z]+\d+\.$/)).toBeAttached();
  }
  await expect(master.locator('[data-ping]')).toHaveCount(0);

  // A finger that stays where it is.
  const finger = await middle(phone, name);
  await phone.mouse.move(finger.x, finger.y);
  await phone.mouse.down();
  for (const page of [master, phone, screen]) {
    await expect(page.locator('[data-ping="Mara"]')).toBeVisible();
  }
  expect(await faults(phone)).toEqual([]);
  await clean(phone, 'a square is pointed at');
  await phone.mouse.up();
  await expect(phone.locator('[data-ping]')).toHaveCount(0);

  // The screen only looks on, and the log keeps nothing.
  const there = await middle(screen, name);
  await screen.mouse.move(there.x, there.y);
  await screen.mouse.down();
  await screen.waitForTimeout(900);
  await screen.mouse.up();
  await expect(master.locator('[data-ping]')).toHaveCount(0);
  expect((await fight.state()).sequence).toBe(sequence);
});

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

/** Notes from now on who points, and what screen readers hear: it is there for a moment only. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const ring of document.querySelectorAll('[data-ping]'))
        seen.push(ring.getAttribute('data-ping') ?? '');
      const said = document.querySelectorAll('section > [aria-live] > p');
      for (const one of said) seen.push(one.textContent ?? '');
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/** Reads who has pointed, and the line about it. */
async function seen(page: Page): Promise<string> {
  return await page.evaluate(() => (window as unknown as { seen: string[] }).seen.join('\n'));
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

  const pages = [master, phone, screen];
  for (const page of pages) await watch(page);

  const from = await middle(master, name);
  await master.keyboard.down('Alt');
  await master.mouse.click(from.x, from.y);
  await master.keyboard.up('Alt');
  for (const page of pages) {
    await expect.poll(() => seen(page)).toMatch(/^game master$/m);
    await expect.poll(() => seen(page)).toMatch(/^Game master points at [a-z]+\d+\.$/m);
  }
  for (const page of pages) await expect(page.locator('[data-ping]')).toHaveCount(0);

  // A finger that stays where it is.
  const finger = await middle(phone, name);
  await phone.mouse.move(finger.x, finger.y);
  await phone.mouse.down();
  for (const page of pages) await expect.poll(() => seen(page)).toMatch(/^Mara$/m);
  await phone.mouse.up();
  for (const page of pages) await expect(page.locator('[data-ping]')).toHaveCount(0);
  expect(await faults(phone)).toEqual([]);
  await clean(phone, 'after a square was pointed at');

  // The screen only looks on, and the log keeps nothing.
  const there = await middle(screen, name);
  await screen.mouse.move(there.x, there.y);
  await screen.mouse.down();
  await screen.waitForTimeout(900);
  await screen.mouse.up();
  await expect(master.locator('[data-ping]')).toHaveCount(0);
  expect((await fight.state()).sequence).toBe(sequence);
});

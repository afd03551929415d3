/** What can still be done in a turn, on the game master's screen and on a phone. */

import { type Page } from '@playwright/test';

import { decision, DESK, expect, PHONE, test } from './table';

/** A fight in which the heroes begin, whatever dice show. */
async function begin(master: Page): Promise<void> {
  await master.getByLabel('Rulebook').selectOption('collective');
  await master.getByRole('tab', { name: 'Examples' }).click();
  await master.getByRole('button', { name: /Skirmish at the ford/ }).click();
  await expect(decision(master)).toContainText('Which side goes first?');
}

test('the ways to end a turn are listed, and one tap does one', async ({ server, sit }) => {
  const master = await sit(server.link, DESK);
  await begin(master);
  await master.getByRole('button', { name: /^Pcs/ }).click();
  await expect(decision(master)).toHaveAttribute('data-decision', 'act');

  await master.getByText('What can I still do?').click();
  const ways = master.locator('details ol button');
  await expect(ways.first()).toBeVisible();
  expect(await ways.count()).toBeGreaterThan(1);
  const steps = (await ways.first().locator('.steps').textContent()) ?? '';
  const first = steps.split(' → ')[0]?.split(' ')[0] ?? '';
  expect(first).not.toBe('');

  // What is done first stands in the log.
  await ways.first().click();
  await expect(master.getByText(new RegExp(`^Ana: ${first}`)).first()).toBeVisible();
});

test('a phone shows them where they fit', async ({ server, sit }) => {
  const master = await sit(server.link, DESK);
  await begin(master);
  await master.getByRole('button', { name: 'Invite', exact: true }).click();
  const invite = master.getByRole('dialog', { name: 'Invite' });
  await invite.getByLabel('Name').fill('Mara');
  await invite.getByRole('checkbox', { name: 'Ana' }).check();
  await invite.getByRole('button', { name: 'Make a link' }).click();
  const link = await invite.getByRole('textbox', { name: 'Link for Mara' }).inputValue();
  await invite.getByRole('button', { name: 'Close' }).click();
  const phone = await sit(link, PHONE);
  await master.getByRole('button', { name: /^Pcs/ }).click();
  await phone.getByText('What can I still do?').click();
  await expect(phone.locator('details ol button').first()).toBeVisible();
  const width = await phone.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
});

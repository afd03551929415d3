/** The page opens without its server, says so, and goes on by itself. */

import { decision, expect, test } from './table';

test('the page opens while the server is away', async ({ server, sit }) => {
  const fight = await server.begin({ kind: 'example', ruleset: 'collective', name: 'skirmish' });
  const page = await sit(fight.masterLink);
  await expect(decision(page)).toContainText('Which side goes first?');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  await server.kill();
  await page.reload();
  await expect(page.getByText('The fight loads as soon as you are back online')).toBeVisible();
  await server.start();
  await expect(decision(page)).toContainText('Which side goes first?');
  await expect(page.getByText('The fight loads as soon as you are back online')).toBeHidden();
});

test('what was never opened opens while the server is away', async ({ server, sit }) => {
  const fight = await server.begin({ kind: 'example', ruleset: 'collective', name: 'skirmish' });
  const page = await sit(fight.masterLink);
  await expect(decision(page)).toContainText('Which side goes first?');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const kept = () =>
    page.evaluate(async () => (await (await caches.open('turnwright-page')).keys()).length);
  await expect.poll(kept).toBeGreaterThan(20);
  await page.reload();
  await expect(decision(page)).toContainText('Which side goes first?');

  await server.kill();
  await page.context().unrouteAll();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
});

test('a link that was taken back ends what was open', async ({ server, sit }) => {
  const fight = await server.begin({ kind: 'example', ruleset: 'collective', name: 'skirmish' });
  const master = await sit(fight.masterLink);
  const phone = await sit(await fight.seat('Mara', ['Ana']));
  await expect(phone.getByRole('heading', { name: 'Ana' })).toBeVisible();
  await master.getByRole('button', { name: 'Invite', exact: true }).click();
  await master.getByRole('button', { name: 'Withdraw the link of Mara' }).click();
  await expect(phone.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
});

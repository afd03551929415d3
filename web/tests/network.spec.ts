/** Phones reach the server only while the host wants it. */

import { faults } from './checks';
import { DESK, expect, test } from './table';

test('the host lets phones in and out again by one click', async ({ server, sit }) => {
  await server.begin({ kind: 'example', ruleset: 'collective', name: 'skirmish' });
  const page = await sit(server.link, DESK);
  await page.getByRole('link', { name: /Skirmish/ }).click();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const invite = page.getByRole('dialog', { name: 'Invite' });
  await expect(invite).toContainText('Phones can’t reach 127.0.0.1');
  await invite.getByRole('button', { name: 'Listen on the network now' }).click();
  const stop = invite.getByRole('button', { name: 'Stop listening on the network' });
  await expect(stop).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await faults(page, '[role="dialog"]')).toEqual([]);
  // The address is as long as it is: the button goes below it.
  const words = invite.getByText(/Phones reach this table/);
  expect(await words.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  const [above, below] = [await words.boundingBox(), await stop.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await stop.click();
  await expect(invite).toContainText('Phones can’t reach 127.0.0.1');
  await expect(stop).toHaveCount(0);
});

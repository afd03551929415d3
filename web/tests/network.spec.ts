/** Phones reach the server only while the host wants it. */

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
  await stop.click();
  await expect(invite).toContainText('Phones can’t reach 127.0.0.1');
  await expect(stop).toHaveCount(0);
});

/** The order of actions and their targets, and nobody out of the fight hit by a single tap. */

import { decision, DESK, expect, PHONE, test } from './table';

const MIRA = {
  name: 'Mira',
  attacks: [
    { kind: 'melee', name: 'Longsword' },
    { kind: 'ranged', name: 'Longbow' },
  ],
};

test('own attacks come first, foes before friends, and the fallen only on purpose', async ({
  server,
  sit,
}) => {
  const fight = await server.begin({
    kind: 'fight',
    ruleset: 'srd-5',
    heroes: [MIRA, { name: 'Quill' }],
    lines: '2 goblins',
  });
  for (;;) {
    const { kind, about } = (await fight.state()).decision;
    if (kind !== 'roll') break;
    await fight.give({ kind: 'roll', faces: [about === 'Mira' ? 20 : 2] });
  }
  const page = await sit(fight.masterLink, DESK);
  await expect(decision(page)).toContainText('Mira may act');
  const actions = page.locator('[data-activity]');
  await expect(actions.first()).toHaveAttribute('data-activity', 'attack');
  // An attack that is not possible yet is found as well, with the reason.
  await page.keyboard.press('/');
  await page.keyboard.type('longbow');
  await expect(page.getByText('Longbow', { exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await actions.first().click();
  await expect(actions.first()).toHaveAttribute('data-activity', 'longsword');

  // The same on a phone: the first targets are foes.
  const phone = await sit(await fight.seat('Kim', ['Mira']), PHONE);
  await expect(phone.locator('[data-activity]').first()).toHaveText(/^Longsword/);
  await phone.locator('[data-activity="longbow"]').click();
  const targets = phone.locator('[data-target]');
  await expect(targets).toHaveText([/Goblin 1/, /Goblin 2/, /Quill/]);
  await phone.keyboard.press('Escape');

  // Nobody stands but Mira: a tap asks before it hits somebody who is out.
  for (const about of ['Goblin 1', 'Goblin 2', 'Quill'])
    await fight.give({ kind: 'master', activity: 'damage', about, number: '40' });
  const { sequence } = await fight.state();
  await page.locator('[data-activity="longbow"]').click();
  await expect(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /\(out\)/ })
      .first(),
  ).toBeVisible();
  expect((await fight.state()).sequence).toBe(sequence);
});

/** Words of one's own: typed where something is readied, and read by those of the same side. */

import { DESK, expect, PHONE, test } from './table';

const SETUP = `
ruleset = "srd-5"
title = "The door"
seed = 3

[[combatant]]
name = "Ana"
side = "pcs"
attributes = { initiative = "15" }

[[combatant]]
name = "Bran"
side = "pcs"
attributes = { initiative = "12" }

[[combatant]]
name = "Ogre"
side = "foes"
attributes = { initiative = "10", hp = "40" }
`;
const WORDS = 'when the ogre opens the door';

test('what is waited for is typed, shown and kept from foes', async ({ server, sit }) => {
  const fight = await server.begin({ kind: 'setup', text: SETUP });
  const master = await sit(fight.masterLink, DESK);
  const kim = await sit(await fight.seat('Kim', ['Ana']), PHONE);
  const lou = await sit(await fight.seat('Lou', ['Bran']), DESK);
  const max = await sit(await fight.seat('Max', ['Ogre']), DESK);

  // Only what readies something asks for words.
  await kim.getByRole('button', { name: /^Use magic/ }).click();
  await expect(kim.getByRole('dialog', { name: /^Use magic/ })).toBeVisible();
  await expect(kim.getByLabel('When, in your own words')).toHaveCount(0);
  await kim.getByRole('button', { name: 'Cancel' }).click();
  await kim.getByRole('button', { name: /^Ready an attack/ }).click();
  await kim.getByLabel('When, in your own words').fill(WORDS);
  await kim.getByRole('button', { name: 'Do it: Ready an attack' }).click();

  const prepared = `Ready an attack, prepared: “${WORDS}”`;
  await expect(kim.getByText(prepared)).toBeVisible();

  // The game master and the others of the side read it with Ana and in the log; foes do not.
  await expect(master.getByRole('article', { name: 'Ana' })).toContainText(prepared);
  const told = `Ana: Ready an attack “${WORDS}”`;
  await expect(master.getByRole('log')).toContainText(told);
  for (const [page, reads] of [
    [lou, true],
    [max, false],
  ] as const) {
    await page.getByRole('button', { name: 'Who', exact: true }).click();
    const card = page.getByRole('article', { name: 'Ana' });
    await expect(card).toContainText(reads ? prepared : 'Ready an attack, prepared');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Log', exact: true }).click();
    await expect(page.getByRole('log')).toContainText(reads ? told : 'Ana: Ready an attack');
    await page.keyboard.press('Escape');
    await expect(page.getByText(WORDS)).toHaveCount(reads ? 1 : 0);
  }

  // As long as it stands: it is gone as Ana's next turn begins.
  for (const who of ['Bran', 'Ogre', 'Ana']) {
    await fight.say('end');
    await expect(master.locator('[data-decision]').first()).toContainText(who);
  }
  await expect(master.getByRole('article', { name: 'Ana' })).not.toContainText('prepared');
});

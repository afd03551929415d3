/** The pictures of the README: one moment of one fight, on every screen. */

import { decision, expect, test } from '../tests/table';

const FOLDER = '../docs/gallery';
const VIEWS = {
  wide: { viewport: { width: 1440, height: 900 } },
  middle: { viewport: { width: 1024, height: 768 } },
  phone: { viewport: { width: 320, height: 640 }, hasTouch: true, deviceScaleFactor: 2 },
} as const;

test('an answer is asked for', async ({ server, sit }) => {
  const fight = await server.begin({ kind: 'example', ruleset: 'collective', name: 'skirmish' });
  const mara = await fight.seat('Mara', ['Ana']);
  const gero = await fight.seat('Gero', ['Gruk']);
  await fight.give({ kind: 'rule', answer: 'pcs' });
  await fight.say(
    'Bran: longbow Orc 2',
    'nobody answers',
    'roll 15',
    'roll 17',
    'roll 6',
    'roll 5',
  );

  const turn = await sit(mara, { ...VIEWS.phone, colorScheme: 'light' });
  await expect(decision(turn)).toContainText('it is your turn');
  await turn.screenshot({ path: `${FOLDER}/phone-turn.png` });

  const master = await sit(fight.masterLink, { ...VIEWS.wide, colorScheme: 'light' });
  await fight.say('Ana: longsword Orc 1');
  const answer = await sit(gero, { ...VIEWS.phone, colorScheme: 'dark' });
  await expect(answer.getByRole('dialog')).toContainText('Gruk may react');
  await answer.screenshot({ path: `${FOLDER}/phone-answer.png` });

  await expect(decision(master)).toContainText('Gruk may react');
  await master.screenshot({ path: `${FOLDER}/game-master.png` });
  const dark = await sit(fight.masterLink, { ...VIEWS.middle, colorScheme: 'dark' });
  await expect(decision(dark)).toContainText('Gruk may react');
  await expect(dark.getByRole('button', { name: /^Great axe/ })).toBeVisible();
  await dark.screenshot({ path: `${FOLDER}/game-master-dark.png` });
  const screen = await sit(fight.screenLink, { ...VIEWS.wide, colorScheme: 'dark' });
  await expect(decision(screen)).toContainText('Gruk may react');
  await screen.screenshot({ path: `${FOLDER}/screen.png` });
});

test('a fight of one’s own is set up', async ({ server, sit }) => {
  const page = await sit(server.link, { ...VIEWS.middle, colorScheme: 'light' });
  await page.getByLabel('Rulebook').selectOption('srd-5');
  await page.getByRole('textbox', { name: 'Names of your heroes' }).fill('Mira, Toke, Sunna, Bern');
  await page.keyboard.press('Enter');
  const search = page.getByRole('searchbox', { name: 'Search creatures' });
  await search.fill('5 goblin');
  await search.press('Enter');
  await search.fill('orc');
  await expect(page.getByRole('button', { name: 'Start the fight' })).toBeEnabled();
  await page.screenshot({ path: `${FOLDER}/setup.png` });
});

test('an area on the map', async ({ server, sit }) => {
  const fight = await server.begin({ kind: 'example', ruleset: 'srd-5', name: 'ambush' });
  while ((await fight.state()).decision.kind === 'roll')
    await fight.give({ kind: 'roll', faces: null });
  const page = await sit(fight.masterLink, { ...VIEWS.wide, colorScheme: 'light' });
  await page.getByRole('button', { name: 'Area', exact: true }).click();
  const token = await page
    .locator('[data-token="Goblin 2"], [aria-label^="Goblin 2"]')
    .last()
    .boundingBox();
  if (token === null) throw new Error('Goblin 2 is not on the map');
  await page.mouse.click(token.x + token.width / 2, token.y + token.height / 2);
  await expect(page.locator('[data-caught]').first()).toBeVisible();
  await page.screenshot({ path: `${FOLDER}/area.png` });
});

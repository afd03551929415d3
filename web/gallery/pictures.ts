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
  await expect(answer.getByRole('dialog')).toContainText('Gruk may answer');
  await answer.screenshot({ path: `${FOLDER}/phone-answer.png` });

  await expect(decision(master)).toContainText('Gruk may answer');
  await master.screenshot({ path: `${FOLDER}/game-master.png` });
  const dark = await sit(fight.masterLink, { ...VIEWS.middle, colorScheme: 'dark' });
  await expect(decision(dark)).toContainText('Gruk may answer');
  await expect(dark.getByRole('button', { name: /^Great axe/ })).toBeVisible();
  await dark.screenshot({ path: `${FOLDER}/game-master-dark.png` });
  const screen = await sit(fight.screenLink, { ...VIEWS.wide, colorScheme: 'dark' });
  await expect(decision(screen)).toContainText('Gruk may answer');
  await screen.screenshot({ path: `${FOLDER}/screen.png` });
});

/** What the game master changes about single combatants, and what players see of it. */

import { decision, DESK, expect, PHONE, test } from './table';

const SKIRMISH = { kind: 'example', ruleset: 'collective', name: 'skirmish' } as const;

test('names, hidden ones, health and pools one by one', async ({ server, sit }) => {
  const fight = await server.begin(SKIRMISH);
  await fight.give({ kind: 'rule', answer: 'pcs' });
  const master = await sit(fight.masterLink, DESK);
  const screen = await sit(fight.screenLink, DESK);
  const card = (name: string) => screen.getByRole('article', { name, exact: true });
  const choose = async (about: string, value: RegExp) => {
    const group = master.getByRole('radiogroup', { name: about });
    await group.getByRole('radio', { name: value }).click();
    await expect(group.getByRole('radio', { name: value })).toBeChecked();
  };

  // At first what the table has: health of the game master's in words, with what they can spend.
  await expect(card('Gruk')).toContainText('unhurt');
  await expect(card('Gruk').getByRole('list', { name: 'Can spend' })).toBeVisible();
  await master.getByRole('button', { name: 'Edit Gruk' }).click();
  await choose('Players see its hit points', /^As a number/);
  const health = (await fight.state()).combatants.find((one) => one.name === 'Gruk')?.health;
  await expect(card('Gruk')).toContainText(`${health?.value}/${health?.start}`);
  await choose('Players see its hit points', /^Not at all/);
  await expect(card('Gruk')).not.toContainText('unhurt');
  await choose('Players see what it has left to spend', /^No/);
  await expect(card('Gruk').getByRole('list', { name: 'Can spend' })).toHaveCount(0);
  await choose('Players see its hit points', /^Like everyone else/);
  await expect(card('Gruk')).toContainText('unhurt');
  await expect(card('Gruk').getByRole('list', { name: 'Can spend' })).toHaveCount(0);
  await choose('Players see what it has left to spend', /^Like everyone else/);
  await expect(card('Gruk').getByRole('list', { name: 'Can spend' })).toBeVisible();

  await master.getByLabel('Name', { exact: true }).fill('Gruk the Grim');
  await master.getByRole('button', { name: 'Rename' }).click();
  await expect(card('Gruk the Grim')).toBeVisible();
  await expect(master.getByRole('dialog', { name: 'Gruk the Grim' })).toBeVisible();
  await master.getByLabel('Name', { exact: true }).fill('Ana');
  await master.getByRole('button', { name: 'Rename' }).click();
  await expect(master.getByText('someone else is called Ana already')).toBeVisible();
  await master.keyboard.press('Escape');
  await master.getByRole('switch', { name: /^Hidden/ }).click();
  await expect(card('Gruk the Grim')).toHaveCount(0);
  await expect(screen.getByText('Gruk')).toHaveCount(0);
});

test('every die is shown, and none that is hidden', async ({ server, sit }) => {
  const fight = await server.begin(SKIRMISH);
  await fight.give({ kind: 'rule', answer: 'pcs' });
  const master = await sit(fight.masterLink, DESK);
  const screen = await sit(fight.screenLink, DESK);
  await fight.say('Ana: longsword Orc 1', 'nobody answers', 'roll 15');
  for (const page of [master, screen]) {
    const line = page.getByRole('log').locator('.line', { hasText: 'Ana rolls 1d20: 15' });
    await expect(line.getByTitle('d20 shows 15')).toBeVisible();
  }
  await fight.give({ kind: 'roll', faces: [6], hidden: true });
  await expect(master.getByRole('log').getByTitle('d8 shows 6')).toBeVisible();
  await expect(screen.getByRole('log')).toContainText('dice are rolled in secret for Ana');
  await expect(screen.getByTitle(/^d8/)).toHaveCount(0);
});

/** Two can act in an instant, one cannot. */
const INSTANT = `
ruleset = "collective"
[[combatant]]
name = "Ana"
side = "pcs"
grants = "1IP"
[[combatant]]
name = "Bea"
side = "pcs"
grants = "1IP"
[[combatant]]
name = "Orc"
side = "monsters"
grants = "1P"
`;

test('several act together, in secret until all have chosen', async ({ server, sit }) => {
  const fight = await server.begin({ kind: 'setup', text: INSTANT, files: [] });
  await fight.give({ kind: 'rule', answer: 'pcs' });
  const master = await sit(fight.masterLink, DESK);
  const phone = await sit(await fight.seat('Mara', ['Ana']), PHONE);
  const other = await sit(await fight.seat('Lee', ['Bea']), PHONE);
  await master.getByRole('button', { name: 'Together …' }).click();
  const dialog = master.getByRole('dialog', { name: 'Act at the same time' });
  await expect(dialog.getByRole('checkbox', { name: 'Orc' })).toHaveCount(0);
  await dialog.getByRole('checkbox', { name: 'Ana' }).check();
  await expect(dialog.getByRole('button', { name: /^Ask/ })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Bea' }).check();
  await dialog.getByRole('button', { name: 'Ask these 2' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(decision(master)).toHaveText(/Ana and Bea declare in secret/);

  // Mara chooses; the game master sees it, Lee learns only that something was declared.
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: /^Strike/ })
    .click();
  const waiting = 'Waiting to resolve';
  await expect(master.getByRole('region', { name: waiting })).toContainText('secret');
  await expect(other.getByText('Ana: Strike')).toHaveCount(0);
  await other.getByRole('button', { name: 'Bea does not react' }).click();
  await expect(decision(master)).toContainText('may act');
  await expect(master.getByRole('log')).toContainText('Ana strikes at Orc');
});

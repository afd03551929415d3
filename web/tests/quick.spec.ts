/** The game master's short ways: numbers on cards, several at once, reinforcements, the order. */

import { decision, DESK, expect, PHONE, test } from './table';

const SKIRMISH = { kind: 'example', ruleset: 'collective', name: 'skirmish' } as const;

test('damage and healing on a card, and never from an empty field', async ({ server, sit }) => {
  const fight = await server.begin(SKIRMISH);
  await fight.give({ kind: 'rule', answer: 'pcs' });
  const health = async (name: string) =>
    Number((await fight.state()).combatants.find((one) => one.name === name)?.health?.value);
  const page = await sit(fight.masterLink, DESK);
  const field = page.getByLabel('Damage or healing for Orc 1', { exact: true });
  const before = await health('Orc 1');
  const sequence = (await fight.state()).sequence;
  await field.press('Enter');
  await field.fill('many');
  await field.press('Enter');
  expect((await fight.state()).sequence).toBe(sequence);
  await field.fill('-20 fire');
  await expect(page.getByRole('status').filter({ hasText: 'a number alone' })).toBeVisible();
  await field.fill('-4');
  await expect(page.getByRole('status').filter({ hasText: 'a number alone' })).toHaveCount(0);
  await field.press('Enter');
  await expect(field).toHaveValue('');
  expect(await health('Orc 1')).toBe(before - 4);
  await field.fill('+3');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  expect(await health('Orc 1')).toBe(before - 1);

  // The game master's own form wants a number, too.
  await page.getByRole('button', { name: 'Game master', exact: true }).click();
  await page.getByText(/decisions of the game master$/).click();
  await page.getByRole('button', { name: 'Damage', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Damage', exact: true }).last()).toBeDisabled();

  // Several at once, some of them by half; one undo takes it back from all.
  await page.getByRole('button', { name: 'Several at once …' }).click();
  const many = page.getByRole('dialog', { name: 'Several at once' });
  await many.getByLabel('Hit points').fill('5');
  await many.getByRole('listitem', { name: 'Orc 2' }).getByRole('button', { name: 'full' }).click();
  await many.getByRole('listitem', { name: 'Orc 3' }).getByRole('button', { name: 'half' }).click();
  const [second, third] = [await health('Orc 2'), await health('Orc 3')];
  await many.getByRole('button', { name: 'Apply to 2' }).click();
  await expect(many).toHaveCount(0);
  expect(await health('Orc 2')).toBe(second - 5);
  expect(await health('Orc 3')).toBe(third - 2);
  await page.keyboard.press('u');
  await expect.poll(() => health('Orc 3')).toBe(third);
  expect(await health('Orc 2')).toBe(second);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => health('Orc 2')).toBe(second - 5);
  expect(await health('Orc 3')).toBe(third - 2);
});

test('dice of the whole table are typed in one list', async ({ server, sit }) => {
  const fight = await server.begin({ kind: 'example', ruleset: 'srd-5', name: 'ambush' });
  const page = await sit(fight.masterLink, DESK);
  await expect(decision(page)).toContainText('roll 1d20');
  await page.getByRole('button', { name: 'Type dice for all' }).click();
  const list = page.getByRole('dialog', { name: 'Type dice for all' });
  await list.getByLabel('Ylva').fill('17');
  await list.getByLabel('Pip').fill('3');
  await list.getByRole('button', { name: 'Enter' }).click();
  await expect(decision(page)).not.toHaveAttribute('data-decision', 'roll');
  const log = page.getByRole('log');
  await expect(log.getByTitle('d20 shows 17').first()).toBeVisible();
  await expect(log.getByTitle('d20 shows 3', { exact: true }).first()).toBeVisible();
});

test('before the first round nobody is crossed out', async ({ server, sit }) => {
  const fight = await server.begin({ kind: 'example', ruleset: 'srd-5', name: 'ambush' });
  const page = await sit(fight.masterLink, DESK);
  const turns = page.getByRole('list', { name: 'Turns' }).getByRole('listitem');
  await expect(turns.first()).toBeVisible();
  for (const turn of await turns.all()) {
    await expect(turn).not.toContainText('done');
    expect(await turn.locator('b').evaluate((it) => getComputedStyle(it).textDecorationLine)).toBe(
      'none',
    );
  }
});

test('what is done without a network is kept, and sent later', async ({ server, sit }) => {
  const fight = await server.begin(SKIRMISH);
  await fight.give({ kind: 'rule', answer: 'pcs' });
  const phone = await sit(await fight.seat('Mara', ['Ana']), PHONE);
  await expect(decision(phone)).toContainText('it is your turn');
  await phone.context().setOffline(true);
  await expect(phone.getByText('Offline.')).toBeVisible();
  await phone.getByRole('button', { name: 'End turn' }).click();
  await expect(phone.getByText('Kept on this device: End turn.')).toBeVisible();
  await phone.context().setOffline(false);
  await expect(phone.getByText('Sent: End turn')).toBeVisible();
  await expect(phone.getByText(/You are done/)).toBeVisible();

  // What the fight has passed by is not done, and that is said.
  await phone.context().setOffline(true);
  await expect(phone.getByText('Offline.')).toBeVisible();
  await fight.say('end');
  await phone.context().setOffline(false);
  await expect(phone.getByText('Offline.')).toBeHidden();
});

test('one’s turn is in the title, and can be kept out of it', async ({ server, sit }) => {
  const fight = await server.begin(SKIRMISH);
  const phone = await sit(await fight.seat('Mara', ['Ana']), PHONE);
  await expect(phone).toHaveTitle(/^Skirmish/);
  await fight.give({ kind: 'rule', answer: 'pcs' });
  await expect(phone).toHaveTitle(/^● Your turn/);
  await phone.getByRole('button', { name: 'More', exact: true }).click();
  await phone.getByRole('menuitem', { name: 'Settings' }).click();
  await phone.getByRole('switch', { name: 'Show it in the tab title' }).click();
  await expect(phone).toHaveTitle(/^Skirmish/);
});

test('the page in German', async ({ server, sit }) => {
  const fight = await server.begin(SKIRMISH);
  const page = await sit(fight.masterLink, DESK);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Deutsch' }).click();
  await expect(page.getByRole('dialog', { name: 'Einstellungen' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Einladen', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Regeln', exact: true })).toBeVisible();
});

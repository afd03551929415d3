/** Conditions that the game master gives: to one or to several, for good or for a while. */

import { clean } from './checks';
import type { Fight } from './server';
import { DESK, expect, PHONE, test } from './table';

const HEROES = [{ name: 'Mira' }, { name: 'Quill' }];

function fightOf(ruleset: string) {
  return { kind: 'fight', ruleset, lines: '3 goblin', heroes: HEROES } as const;
}

/** Answers whatever is asked by its default until somebody may act. */
async function toTurn(fight: Fight): Promise<string> {
  for (;;) {
    const { combatants, decision } = await fight.state();
    if (decision.kind === 'roll') await fight.give({ kind: 'roll', faces: null });
    else if (decision.ruling) await fight.give({ kind: 'rule', answer: decision.ruling.default });
    else return combatants.find((one) => one.acting)?.name ?? '';
  }
}

/** Ends a turn; returns who acts next. */
async function end(fight: Fight): Promise<string> {
  await fight.say('end');
  return await toTurn(fight);
}

async function conditions(fight: Fight, name: string): Promise<readonly string[]> {
  return (await fight.state()).combatants.find((one) => one.name === name)?.conditions ?? [];
}

test('a condition lasts for two of the turns of whoever has it', async ({ server, sit }) => {
  const fight = await server.begin(fightOf('srd-5'));
  // It is given in somebody else's turn.
  let acting = await toTurn(fight);
  if (acting === 'Mira') acting = await end(fight);
  const page = await sit(fight.masterLink, DESK);
  await page.getByRole('button', { name: 'Edit Mira' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mira' });
  await expect(dialog.getByRole('button', { name: 'Give', exact: true })).toBeDisabled();
  await dialog.getByRole('combobox', { name: /^Condition/ }).selectOption('Poisoned');
  await dialog.getByLabel('How long').selectOption('until its own turn ends');
  await dialog.getByLabel('How many').fill('');
  await dialog.getByRole('button', { name: 'Give', exact: true }).click();
  expect(await conditions(fight, 'Mira')).not.toContain('poisoned');
  await dialog.getByLabel('How many').fill('2');
  await clean(page, 'a condition that ends by itself');
  await dialog.getByRole('button', { name: 'Give', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Remove: Poisoned' })).toContainText(
    '2 of Mira’s turns',
  );
  await page.keyboard.press('Escape');
  const card = page.getByRole('article', { name: 'Mira' });
  await expect(card).toContainText('2 of Mira’s turns');
  for (let ended = 0; ended < 2;) {
    expect(await conditions(fight, 'Mira')).toContain('poisoned');
    if (acting === 'Mira') ended += 1;
    acting = await end(fight);
  }
  expect(await conditions(fight, 'Mira')).not.toContain('poisoned');
  // Going back brings it back.
  await page.keyboard.press('u');
  await expect.poll(() => conditions(fight, 'Mira')).toContain('poisoned');
});

for (const ruleset of ['collective', 'pathfinder-rae', 'dungeons-of-olde'])
  test(`several get a condition until the round ends: ${ruleset}`, async ({ server, sit }) => {
    const fight = await server.begin(fightOf(ruleset));
    await toTurn(fight);
    const page = await sit(fight.masterLink, PHONE);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Damage or condition for several …' }).click();
    const many = page.getByRole('dialog', { name: 'Several at once' });
    await many.getByLabel('What').selectOption({ index: 0 });
    await expect(many.getByLabel('How long')).toHaveCount(0);
    const gift = many.locator('optgroup[label="Give a condition"] option');
    const condition = (await gift.first().textContent())?.trim() ?? '';
    await many.getByLabel('What').selectOption({ label: condition });
    await many.getByLabel('How long').selectOption('until the round ends');
    await many.getByRole('button', { name: 'Goblin 1', exact: true }).click();
    await many.getByRole('button', { name: 'Goblin 3', exact: true }).click();
    await clean(page, `conditions of several in ${ruleset}`);
    await many.getByRole('button', { name: 'Apply to 2' }).click();
    await expect(many).toHaveCount(0);
    for (const name of ['Goblin 1', 'Goblin 3']) {
      const one = (await fight.state()).combatants.find((it) => it.name === name);
      const end = one?.condition_ends.find((it) => it !== null);
      expect(end).toMatchObject({ span: 'round', at_beginning: false, left: 1 });
    }
  });

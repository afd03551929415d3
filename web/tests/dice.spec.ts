/** Dice of the whole table in one list: who rolls, how many dice, and what they can't show. */

import { clean, faults } from './checks';
import { decision, DESK, expect, PHONE, test } from './table';

function fightOf(ruleset: string) {
  const heroes = [{ name: 'Mira' }, { name: 'Quill' }];
  return { kind: 'fight', ruleset, lines: '5 goblin\nOrc', heroes } as const;
}

test('one roll counts for a group, and nothing typed is lost', async ({ server, sit }) => {
  const fight = await server.begin(fightOf('srd-5'));
  const page = await sit(fight.masterLink, DESK);
  await page.getByRole('button', { name: 'Type dice for all' }).click();
  const list = page.getByRole('dialog', { name: 'Type dice for all' });
  await list.getByLabel('Mira').fill('12');
  await list.getByLabel('Quill').fill('9');
  await list.getByLabel('Goblin 3').fill('7');
  await list.getByLabel('Orc').fill('99');
  await list.getByRole('button', { name: 'Enter' }).click();

  // The goblins roll once: the number moves to the only field they have.
  await expect(list).toContainText('One roll counts for Goblin 1–5.');
  await expect(list).toContainText('rolled for Goblin 1–5');
  await expect(list.getByLabel('Goblin 1')).toHaveValue('7');
  await expect(list.getByLabel('Goblin 3')).toHaveCount(0);
  await list.getByRole('button', { name: 'Enter' }).click();

  // What a die can't show is marked, and stays.
  await expect(list).toContainText('A d20 shows 1 to 20.');
  await expect(list.getByLabel('Orc')).toHaveValue('99');
  await expect(list.getByLabel('Orc')).toHaveAttribute('aria-invalid', 'true');
  await expect(list.getByLabel('Orc')).toBeFocused();
  await clean(page, 'a marked die');
  await list.getByLabel('Orc').fill('4');
  await page.keyboard.press('Enter');
  await expect(list).toHaveCount(0);
  await expect(decision(page)).not.toHaveAttribute('data-decision', 'roll');
  await expect(page.getByRole('log').getByTitle('d20 shows 7', { exact: true })).toBeVisible();
});

test('as many fields as there are dice', async ({ server, sit }) => {
  const fight = await server.begin(fightOf('dungeons-of-olde'));
  const page = await sit(fight.masterLink, PHONE);
  await page.getByRole('button', { name: 'Type dice for all' }).click();
  const list = page.getByRole('dialog', { name: 'Type dice for all' });
  await expect(list.getByLabel('Mira')).toHaveAttribute('placeholder', 'd6');
  for (const face of ['3', '3']) {
    await page.keyboard.type(face);
    await page.keyboard.press('Enter');
    await expect(list.getByRole('listitem').filter({ hasText: face }).first()).toBeVisible();
    await expect(list.locator('[data-pending]')).toHaveValue('');
  }
  await list.getByRole('button', { name: 'Enter' }).click();
  // Dice lie on the table: whoever rolls again is asked again.
  await expect(list).toContainText('Rolls again: 2d6.');
  expect(await faults(page, '[role="dialog"]')).toEqual([]);
  await list.getByLabel(/, die 1$/).fill('5');
  await list.getByLabel(/, die 2$/).fill('7');
  await page.keyboard.press('Enter');
  await expect(list).toContainText('A d6 shows 1 to 6.');
  await expect(list.getByLabel(/, die 2$/)).toBeFocused();
  await expect(list.getByLabel(/, die 1$/)).toHaveValue('5');
});

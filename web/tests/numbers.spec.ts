/** Numbers, sides and newcomers in mid-fight, and in which order people are offered. */

import type { Combatant } from '../src/api/schema';
import { clean, faults } from './checks';
import type { Fight } from './server';
import { DESK, expect, PHONE, test } from './table';

function fightOf(ruleset: string) {
  const heroes = [{ name: 'Mira' }, { name: 'Quill' }];
  return { kind: 'fight', ruleset, lines: '3 goblin\nOrc', heroes } as const;
}

async function toFirstTurn(fight: Fight): Promise<void> {
  for (;;) {
    const { kind, ruling } = (await fight.state()).decision;
    if (kind === 'roll') await fight.give({ kind: 'roll', faces: null });
    else if (ruling) await fight.give({ kind: 'rule', answer: ruling.default });
    else return;
  }
}

async function find(fight: Fight, name: string): Promise<Combatant | undefined> {
  return (await fight.state()).combatants.find((one) => one.name === name);
}

async function number(fight: Fight, name: string, attribute: string): Promise<string | undefined> {
  const one = await find(fight, name);
  if (one?.health?.name === attribute) return one.health.value ?? undefined;
  return one?.attributes.find((it) => it.name === attribute)?.value;
}

test('every number and the side are changed on the card', async ({ server, sit }) => {
  const fight = await server.begin(fightOf('srd-5'));
  await toFirstTurn(fight);
  const page = await sit(fight.masterLink, DESK);
  await page.getByRole('button', { name: 'Edit Goblin 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Goblin 2' });
  // Lengths are in the rulebook's unit.
  await expect(dialog.getByLabel('Speed (ft)')).toHaveValue('30');
  await dialog.getByLabel('Speed (ft)').fill('40');
  await dialog.getByLabel('Armor class').fill('17');
  await dialog.getByLabel('Maximum hit points').fill('22');
  await dialog.getByLabel('HP', { exact: true }).fill('21');
  const others = (await fight.state()).combatants.filter((one) => one.name !== 'Goblin 2');
  const most = Math.max(
    ...others.map((one) =>
      Number(one.attributes.find((it) => it.name === 'initiative')?.value ?? 0),
    ),
  );
  const was = Number(await number(fight, 'Goblin 2', 'initiative'));
  await dialog.getByLabel('Initiative', { exact: true }).fill('25');
  await dialog.getByRole('button', { name: 'Set' }).click();
  await expect.poll(() => number(fight, 'Goblin 2', 'ac')).toBe('17');
  expect(await number(fight, 'Goblin 2', 'speed')).toBe('8');
  expect(await number(fight, 'Goblin 2', 'max-hp')).toBe('22');
  expect(await number(fight, 'Goblin 2', 'hp')).toBe('21');
  expect(await number(fight, 'Goblin 2', 'initiative')).toBe('25');
  // Whoever was not the fastest is now.
  if (was < most) await expect(page.getByRole('log')).toContainText('Goblin 2 now acts first');
  await dialog.getByText(/other numbers$/).click();
  await dialog.getByRole('searchbox', { name: 'Search' }).fill('death saves');
  await expect(dialog.getByLabel('Failed death saves')).toBeVisible();
  await clean(page, 'numbers');
  await dialog.getByLabel('Side').selectOption('pcs');
  await expect.poll(async () => (await find(fight, 'Goblin 2'))?.side).toBe('pcs');
});

test('newcomers act at an initiative that is given', async ({ server, sit }) => {
  const fight = await server.begin(fightOf('srd-5'));
  await toFirstTurn(fight);
  const page = await sit(fight.masterLink, PHONE);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add combatants' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add combatants' });
  await dialog.getByLabel('Search creatures').fill('2 goblin');
  await page.keyboard.press('Enter');
  // Nobody without a level is counted before creatures are known.
  await expect(dialog.getByText('2 ×')).toBeVisible();
  await expect(dialog.getByText(/have no level/)).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'Initiative …' }).click();
  await expect(dialog.getByRole('button', { name: 'Add to the fight' })).toBeDisabled();
  await dialog.getByRole('spinbutton', { name: 'Initiative' }).fill('14');
  expect(await faults(page, '[role="dialog"]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Add to the fight' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await number(fight, 'Goblin 5', 'initiative')).toBe('14');
  expect((await fight.state()).decision.kind).toBe('act');
});

test('the fallen come last, and no rule is shown by its id', async ({ server, sit }) => {
  const fight = await server.begin(fightOf('collective'));
  await toFirstTurn(fight);
  await fight.give({ kind: 'master', activity: 'damage', about: 'Goblin 1', number: '40' });
  const page = await sit(fight.masterLink, DESK);
  await page.getByRole('button', { name: /^Spell/ }).click();
  const spell = page.getByRole('dialog', { name: /^Mira: Spell/ });
  await expect(spell.locator('[data-target]').first()).toBeVisible();
  await expect(spell.locator('[data-target="Goblin 1"]')).toBeHidden();
  await spell.getByText('1 out of the fight').click();
  await expect(spell.locator('[data-target="Goblin 1"]')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('article', { name: 'Goblin 1' }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Game master', exact: true }).click();
  await page.getByText(/decisions of the game master$/).click();
  await page.getByRole('button', { name: 'Damage', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Who' })).not.toHaveValue('Goblin 1');
  await page.getByText('The rule', { exact: true }).click();
  await expect(page.getByRole('button', { name: /^Rule: / })).toBeVisible();
  await expect(page.getByText(/\bcol\.[a-z]/)).toHaveCount(0);
  await clean(page, 'a rule behind a deed');

  // Several at once: a tap on a name takes it, and another one leaves it out.
  await page.getByRole('button', { name: 'Several at once …' }).click();
  const many = page.getByRole('dialog', { name: 'Several at once' });
  await many.getByLabel('What').selectOption({ label: 'Knock prone' });
  await many.getByRole('button', { name: 'Goblin 2', exact: true }).click();
  await many.getByRole('button', { name: 'Goblin 3', exact: true }).click();
  await many.getByRole('button', { name: 'Goblin 3', exact: true }).click();
  await clean(page, 'several at once');
  await many.getByRole('button', { name: 'Apply to 1' }).click();
  await expect(many).toHaveCount(0);
  expect((await find(fight, 'Goblin 2'))?.conditions).toContain('prone');
});

test('damage has to wait for what comes first, and is not lost', async ({ server, sit }) => {
  const fight = await server.begin(fightOf('pathfinder-2e'));
  const page = await sit(fight.masterLink, DESK);
  const field = page.getByLabel('Damage or healing for Goblin 1', { exact: true });
  await field.fill('3');
  await field.press('Enter');
  await expect(page.getByText(/^Do this first, then press Enter again: Mira/)).toBeVisible();
  await expect(field).toHaveValue('3');
  await toFirstTurn(fight);
  await expect(page.getByText(/^Do this first/)).toHaveCount(0);
  await field.press('Enter');
  await expect(field).toHaveValue('');
});

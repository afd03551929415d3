/** Accessibility: no violation on any screen, in any dialog, in light and dark, wide and narrow. */

import type { Page } from '@playwright/test';

import { clean } from './checks';
import { decision, DESK, expect, PHONE, test } from './table';

const SKIRMISH = { kind: 'example', ruleset: 'collective', name: 'skirmish' } as const;
const THEMES = ['light', 'dark'] as const;

/** Nothing sticks out to the side, whatever the width. */
async function fits(page: Page, where: string): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over, `${where} is wider than the screen`).toBe(0);
}

for (const colorScheme of THEMES) {
  test(`the game master acts, ${colorScheme}`, async ({ server, sit }) => {
    test.setTimeout(360_000);
    const fight = await server.begin(SKIRMISH);
    const page = await sit(fight.masterLink, { ...DESK, colorScheme });
    await expect(decision(page)).toContainText('Which side goes first?');
    await clean(page, 'a ruling');
    await fight.give({ kind: 'rule', answer: 'pcs' });
    await expect(page.getByRole('button', { name: /^Longsword/ })).toBeVisible();
    await page.getByText('not possible now, and why').click();
    await clean(page, 'acting');

    await page.getByRole('button', { name: /^Longsword/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: /Orc 1/ }).focus();
    await expect(page.getByRole('dialog')).toContainText('Ana declares longsword at Orc 1.');
    await clean(page, 'declaring');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Game master', exact: true }).click();
    await page.getByText(/decisions of the game master$/).click();
    await page.getByRole('button', { name: 'Damage', exact: true }).click();
    await clean(page, 'what the game master may do');
  });

  test(`the game master’s dialogs, ${colorScheme}`, async ({ server, sit }) => {
    test.setTimeout(360_000);
    const fight = await server.begin(SKIRMISH);
    await fight.give({ kind: 'rule', answer: 'pcs' });
    const page = await sit(fight.masterLink, { ...DESK, colorScheme });
    for (const name of ['Invite', 'Rules']) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
      await clean(page, name);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Rules', exact: true }).click();
    for (const name of ['Options', 'Rulings']) {
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('combobox').first()).toBeVisible();
      await clean(page, name);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit Gruk' }).click();
    await expect(page.getByRole('dialog', { name: 'Gruk' })).toBeVisible();
    await clean(page, 'one combatant');
    await page.keyboard.press('Escape');
    await page
      .getByRole('group', { name: 'Who acts' })
      .getByRole('button', { name: 'Ana', exact: true })
      .click();
    await page.getByText('When to ask Ana about reactions').click();
    await clean(page, 'policies');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await clean(page, 'the menu');
    await page.keyboard.press('Escape');
    for (const name of [
      'Add combatants',
      'Damage or condition for several …',
      'Names and what players see',
      'Relax rules',
      'Setup and house rules',
      'Export',
      'Settings',
      'Summary',
      'Keys',
    ]) {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await clean(page, name);
      await page.keyboard.press('Escape');
    }
  });

  test(`the game master’s log and answers, ${colorScheme}`, async ({ server, sit }) => {
    test.setTimeout(360_000);
    const fight = await server.begin(SKIRMISH);
    await fight.give({ kind: 'rule', answer: 'pcs' });
    const page = await sit(fight.masterLink, { ...DESK, colorScheme });
    await page.getByRole('button', { name: /^Notes/ }).click();
    await clean(page, 'notes');
    await page.getByRole('button', { name: 'Log', exact: true }).click();
    await page.getByRole('button', { name: /round 1 begins/i }).click();
    await page
      .getByRole('button', { name: /^Rule: / })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toContainText('Comes from');
    await clean(page, 'a rule');
    await page.keyboard.press('Escape');

    await fight.say('Ana: longsword Orc 1');
    await expect(decision(page)).toContainText('Gruk may react');
    await clean(page, 'an answer');
    await fight.say('nobody answers');
    await expect(decision(page)).toContainText('roll');
    await clean(page, 'dice');
    await fight.say('roll 15');
    await expect(page.getByTitle('d20 shows 15')).toBeVisible();
    await clean(page, 'dice in the log');
    await fight.give({ kind: 'finish' });
    await expect(decision(page)).toHaveAttribute('data-decision', 'over');
    await clean(page, 'the end');
  });

  test(`the host’s page and the welcome, ${colorScheme}`, async ({ server, sit }) => {
    test.setTimeout(360_000);
    await server.begin(SKIRMISH);
    const page = await sit(server.link, { ...DESK, colorScheme });
    await expect(page.getByRole('link', { name: /Skirmish/ })).toBeVisible();
    await clean(page, 'the host’s page');
    await page.getByText('House rules', { exact: true }).click();
    await page.getByRole('tab', { name: 'Your own' }).click();
    await clean(page, 'typing names');
    await page.getByRole('tab', { name: 'Import' }).click();
    await clean(page, 'importing');
    await page.setViewportSize(PHONE.viewport);
    await fits(page, 'the host’s page');
    await page.goto(`${new URL(server.link).origin}/#/`);
    await expect(page.getByRole('heading', { name: 'Join a fight' })).toBeVisible();
    await clean(page, 'the welcome');
    await fits(page, 'the welcome');
    await page.goto(`${new URL(server.link).origin}/#key=nobody000.has00000this00000key`);
    await expect(page.getByRole('heading', { name: /has expired/ })).toBeVisible();
    await clean(page, 'a link that has expired');
  });

  test(`phone, screen and narrow screens, ${colorScheme}`, async ({ server, sit }) => {
    test.setTimeout(360_000);
    const fight = await server.begin(SKIRMISH);
    const seat = await fight.seat('Gero', ['Ana', 'Gruk']);
    const phone = await sit(seat, { ...PHONE, colorScheme });
    const screen = await sit(fight.screenLink, { ...DESK, colorScheme });
    const narrow = await sit(fight.masterLink, { ...PHONE, colorScheme });
    await fight.give({ kind: 'rule', answer: 'pcs' });
    await expect(decision(phone)).toContainText('it is your turn');
    await clean(phone, 'a player’s turn');
    await fits(phone, 'a player’s turn');
    for (const name of ['Who', 'Log', 'Notes']) {
      await phone.getByRole('button', { name, exact: true }).click();
      await clean(phone, name);
      await phone.keyboard.press('Escape');
    }
    await clean(screen, 'the screen');
    await fits(narrow, 'the game master’s screen');
    for (const name of ['Who', 'Log', 'Now']) {
      await narrow.getByRole('button', { name, exact: true }).last().click();
      await clean(narrow, `${name}, narrow`);
      await fits(narrow, name);
    }
    await fight.say('Ana: longsword Orc 1');
    await expect(phone.getByRole('dialog')).toContainText('Gruk may react');
    await clean(phone, 'the sheet');
    await fits(phone, 'the sheet');
    await phone.getByRole('button', { name: /^Great axe/ }).click();
    await expect(phone.getByRole('dialog')).toContainText('Target');
    await clean(phone, 'declaring on a phone');
    await fits(screen, 'the screen');
    await screen.setViewportSize(PHONE.viewport);
    await fits(screen, 'the screen, narrow');
  });
}

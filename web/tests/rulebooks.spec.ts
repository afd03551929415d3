/** Every rulebook is played for a while through its first example, knowing nothing of its rules. */

import { existsSync, readdirSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { decision, DESK, expect, PHONE, test } from './table';

const RULESETS = '../rulesets';
/** Decisions until the first thing can be declared, at most. */
const STEPS_MAX = 60;

function firstExample(ruleset: string): string | undefined {
  const folder = `${RULESETS}/${ruleset}/examples`;
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  return files.find((name) => name.endsWith('.toml'))?.replace('.toml', '');
}

/** Declares the first activity that needs nothing but a target. */
async function declareSomething(page: Page): Promise<void> {
  const activities = page.locator('[data-activity]');
  await expect(activities.first()).toBeVisible();
  const count = await activities.count();
  const dialog = page.getByRole('dialog');
  for (let at = 0; at < count; at += 1) {
    const before = await page.getByRole('slider').getAttribute('aria-valuenow');
    await activities.nth(at).click();
    // With nothing to choose it is done at once; otherwise by a tap on the target or the button.
    const done = expect(page.getByRole('slider')).not.toHaveAttribute(
      'aria-valuenow',
      before ?? '',
    );
    const asked = expect(dialog).toBeVisible();
    await Promise.any([done, asked]);
    if ((await dialog.count()) === 0) return;
    const told = dialog
      .getByText('Costs')
      .or(dialog.getByText(/Choose a|Fill in|Say when|don’t allow/));
    await expect(told.first()).toBeVisible();
    const declare = dialog.locator('[data-target], [data-submit]').first();
    if ((await declare.count()) > 0 && (await declare.isEnabled())) {
      await declare.click();
      await expect(dialog).toHaveCount(0);
      return;
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  throw new Error('nothing can be declared');
}

for (const ruleset of readdirSync(RULESETS)) {
  const name = firstExample(ruleset);
  if (name === undefined) continue;

  test(`${ruleset}: ${name}`, async ({ server, sit }) => {
    const fight = await server.begin({ kind: 'example', ruleset, name });
    const page = await sit(fight.masterLink, DESK);
    const screen = await sit(fight.screenLink, PHONE);
    const point = page.getByRole('slider');
    let declared = false;
    for (let steps = 0; steps < STEPS_MAX && !declared; steps += 1) {
      // One tap can answer a question for several, one command after the other.
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      const kind = await decision(page).getAttribute('data-decision');
      const before = (await point.getAttribute('aria-valuenow')) ?? '';
      if (kind === 'roll') await page.keyboard.press('n');
      else if (kind === 'rule') await page.getByRole('button', { name: /usual$/ }).click();
      else if (kind === 'act') declared = await declareSomething(page).then(() => true);
      else await page.keyboard.press('p');
      await expect(point).not.toHaveAttribute('aria-valuenow', before);
    }
    expect(declared).toBe(true);
    await page.getByRole('button', { name: 'Everything', exact: true }).click();
    await expect(page.getByRole('log')).toContainText(/: \p{Lu}/u);
    await expect(decision(screen)).toContainText((await fight.state()).decision.text);
    await page.keyboard.press('u');
    await expect(decision(page)).toHaveAttribute('data-decision', 'act');
  });
}

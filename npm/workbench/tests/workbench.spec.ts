/** The workbench as built, in a browser: from an edit to what becomes of it. */
import { expect, test, type Page } from '@playwright/test';

import { host, type Host } from './server.ts';

let server: Host;
test.beforeAll(async () => {
  server = await host();
});
test.afterAll(() => {
  server.close();
});

const verdict = (page: Page) => page.locator('#verdict');

test.beforeEach(async ({ page }) => {
  await page.goto(`${server.address}/npm/workbench/dist/`);
  await expect(verdict(page)).toContainText('0 mistakes');
});

/** Replaces a text of the file on view. */
async function replace(page: Page, before: string, after: string): Promise<void> {
  await page.getByRole('textbox', { name: 'rules/' }).press('Control+f');
  const panel = page.locator('.cm-search');
  await panel.locator('input[name=search]').fill(before);
  await panel.locator('input[name=replace]').fill(after);
  await panel.locator('input[name=search]').press('Enter');
  await panel.locator('input[name=replace]').press('Enter');
}

test('a mistake is underlined, told and mended as one types', async ({ page }) => {
  await expect(verdict(page)).toContainText(/[1-9]\d* scenarios pass, 0 fail/);
  const start = Date.now();
  await replace(page, 'cost = "1M"', 'cost = "1ZZ"');
  await expect(verdict(page)).toContainText(/[1-9] mistake/);
  console.log(`from the edit to its mistakes: ${Date.now() - start} ms`);
  await expect(page.locator('.cm-lintRange-error').first()).toBeVisible();
  await expect(page.locator('#problems')).toContainText('rules/deeds.toml:');
  await replace(page, 'cost = "1ZZ"', 'cost = "1M"');
  await expect(verdict(page)).toContainText('0 mistakes');
});

test('nothing is wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const wide = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('header *, nav, aside')]
        .filter((it) => it.getBoundingClientRect().right > innerWidth)
        .map((it) => it.outerHTML.slice(0, 60)),
    );
  await expect.poll(wide).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('a changed rule fails its scenario and changes the fight', async ({ page }) => {
  await page.getByRole('button', { name: 'Begin examples/duel.toml' }).click();
  const fight = page.locator('#fight');
  await expect(fight.locator('.decision')).toBeVisible();
  await replace(page, 'cost = "1A"', 'cost = "2A"');
  await expect(page.locator('#scenarios')).toContainText('FAIL');
  await expect(verdict(page)).toContainText(/[1-9]\d* fail/);
  await page.reload();
  // The browser has kept it.
  await expect(verdict(page)).toContainText(/[1-9]\d* fail/);
});

test('a fight is played, and why not leads to the rule', async ({ page }) => {
  await page.getByRole('button', { name: 'Begin examples/duel.toml' }).click();
  const fight = page.locator('#fight');
  const legal = fight.locator('.combatant .bar button');
  await expect(legal.first()).toBeVisible();
  const before = await fight.locator('.log li').count();
  await legal.first().click();
  await expect.poll(() => fight.locator('.log li').count()).toBeGreaterThan(before);
  await fight.locator('summary').first().click();
  const rule = fight.locator('.denied .rule').first();
  const id = (await rule.textContent()) ?? '';
  await rule.click();
  await expect(page.locator('#editor .cm-activeLine, #editor .cm-content')).toContainText(
    `id = "${id}"`,
  );
  await fight.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => fight.locator('.log li').count()).toBe(before);
});

test('a template begins a ruleset, and what is typed into it is not lost', async ({ page }) => {
  const menu = page.getByRole('combobox', { name: 'New from' });
  const all = menu.locator('optgroup option');
  expect(await all.count()).toBeGreaterThan(28);
  await menu.selectOption({ label: 'Ticks' });
  await expect(page.locator('#files')).toContainText('first-fight.toml');
  await expect(verdict(page)).toContainText('0 mistakes, 3 scenarios pass, 0 fail');
  await page.getByRole('button', { name: 'actions.toml' }).click();
  await replace(page, 'value = "3"', 'value = "4"');
  await expect(verdict(page)).toContainText(/[1-9] fail/);
  page.once('dialog', (dialog) => void dialog.dismiss());
  await menu.selectOption({ label: 'Phases' });
  await expect(verdict(page)).toContainText(/[1-9] fail/);
  page.once('dialog', (dialog) => void dialog.accept());
  await menu.selectOption({ label: 'Phases' });
  await expect(page.locator('#scenarios')).toContainText('Both sides act in each phase');
  await expect(verdict(page)).toContainText('0 mistakes, 3 scenarios pass, 0 fail');
});

test('a link of the book opens its recipe, once', async ({ page }) => {
  const workbench = `${server.address}/npm/workbench/dist/`;
  await page.goto(`${workbench}?open=cookbook/popcorn`);
  await expect(page.locator('#scenarios')).toContainText('Ana names Bea, Bea names the orc');
  await expect(verdict(page)).toContainText('0 mistakes, 1 scenario passes, 0 fail');
  expect(page.url()).toBe(workbench);
  await page.getByRole('button', { name: 'Begin examples/fight.toml' }).click();
  await expect(page.locator('#fight .decision')).toBeVisible();
  await page.goto(`${workbench}?open=cookbook/porridge`);
  await expect(verdict(page)).toContainText('there is no starting point called cookbook/porridge');
  await expect(page.locator('#scenarios')).toContainText('Ana names Bea, Bea names the orc');
});

test('keys are completed with their meaning', async ({ page }) => {
  const editor = page.getByRole('textbox', { name: 'rules/' });
  await editor.press('Control+End');
  await editor.press('Enter');
  await page.keyboard.type('[[rule.acti');
  const offered = page.locator('.cm-tooltip-autocomplete');
  await expect(offered).toContainText('rule.activity');
  await page.keyboard.press('Escape');
  await page.keyboard.type('vity]]\nco');
  await expect(offered).toContainText('cost');
  await page.keyboard.press('Escape');
  await page.keyboard.type('st = "1A"\nargument = { na');
  await expect(offered).toContainText('name');
});

test('without a network the page opens and a whole fight is played', async ({ page, context }) => {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(verdict(page)).toContainText('0 mistakes');
  await page.getByRole('button', { name: 'Begin examples/duel.toml' }).click();
  const fight = page.locator('#fight');
  const strike = fight.getByRole('button', { name: /^Strike/ });
  const onwards = fight.getByRole('button', { name: /^(Pass|End turn)/ });
  const decision = fight.locator('.decision strong');
  for (let step = 0; step < 60; step += 1) {
    const text = (await decision.textContent()) ?? '';
    if (
      text === 'the fight is over' ||
      (await fight.locator('.log').textContent())?.includes('Down')
    )
      break;
    const before = await fight.locator('.log').textContent();
    const next = (await strike.count()) > 0 ? strike.first() : onwards.first();
    await next.click();
    await expect
      .poll(
        async () => `${await decision.textContent()} ${await fight.locator('.log').textContent()}`,
      )
      .not.toBe(`${text} ${before}`);
  }
  await expect(fight.locator('.log')).toContainText(/down/i);
});

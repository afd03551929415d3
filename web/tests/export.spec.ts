/** A fight is taken away as a file and goes on elsewhere, at the same decision. */

import { readFile } from 'node:fs/promises';

import type { Download, Page } from '@playwright/test';

import { cellText } from '../src/state/report';
import { decision, DESK, expect, test } from './table';

test('a bar in a name stays in its cell of the table', () => {
  expect(cellText('Ana | Bran')).toBe('Ana \\| Bran');
  expect(cellText('a\\b')).toBe('a\\\\b');
});

const SKIRMISH = { kind: 'example', ruleset: 'collective', name: 'skirmish' } as const;

async function taken(page: Page, button: string): Promise<Download> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: button }).click();
  const file = await download;
  await page.keyboard.press('Escape');
  return file;
}

test('exported and imported, as everything and as a recorded game', async ({ server, sit }) => {
  test.setTimeout(240_000);
  const fight = await server.begin(SKIRMISH);
  await fight.give({ kind: 'rule', answer: 'pcs' });
  await fight.say('Ana: longsword Orc 1', 'nobody answers', 'roll 15', 'roll 6');
  await fight.give({ kind: 'declare', ...declaration('Bran', 'longbow', 'Orc 2') });
  const before = await fight.state();
  const page = await sit(fight.masterLink, DESK);
  await expect(decision(page)).toContainText('Gruk may react');

  const everything = await taken(page, 'Everything as a file');
  expect(everything.suggestedFilename()).toMatch(/^Skirmish.*\.json$/);
  const record = await taken(page, 'Recorded game');
  expect(record.suggestedFilename()).toMatch(/\.game$/);
  expect(await readFile(await record.path(), 'utf8')).toMatch(/^turnwright record /);

  const host = await sit(server.link, DESK);
  for (const [file, title] of [
    [everything, 'Taken along'],
    [record, 'Recorded'],
  ] as const) {
    await host.goto(server.link);
    await host.getByRole('tab', { name: 'Import' }).click();
    await host.getByLabel('Name of the fight').fill(title);
    await host.getByLabel('Or choose a file').setInputFiles({
      name: file.suggestedFilename(),
      mimeType: 'text/plain',
      buffer: await readFile(await file.path()),
    });
    await host.getByRole('button', { name: 'Import and start' }).click();
    await expect(host).toHaveTitle(new RegExp(`^${title} ·`));
    await expect(decision(host)).toHaveText(await decision(page).innerText());
    await expect(host.getByRole('log')).toContainText('Ana rolls 1d8+3: 9');
    for (const one of before.combatants) {
      const card = host.getByRole('article', { name: one.name, exact: true });
      if (one.health?.value) await expect(card).toContainText(one.health.value);
    }
  }

  // It is another fight: what happens there does not happen here.
  await host.keyboard.press('p');
  await expect(decision(host)).toContainText('roll 1d20 for Bran');
  await expect(decision(page)).toContainText('Gruk may react');
});

test('what is no fight is refused with its reason', async ({ server, sit }) => {
  const host = await sit(server.link, DESK);
  await host.getByRole('tab', { name: 'Import' }).click();
  const text = host.getByLabel('An exported fight, a recorded game, or an encounter file');
  await text.fill('{"format": "something else"}');
  await host.getByRole('button', { name: 'Import and start' }).click();
  await expect(host.getByRole('alert')).toContainText('this is no exported encounter');
  await text.fill('ruleset = "colective"');
  await host.getByRole('button', { name: 'Import and start' }).click();
  await expect(host.getByRole('alert')).toContainText('did you mean "collective"');
});

function declaration(actor: string, activity: string, target: string) {
  const rest = { squares: [], number: null, pay: null, force: false, because: null };
  return { actor, activity, target, ...rest };
}

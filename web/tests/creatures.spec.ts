/** Creatures of other programs: dropped, pasted or chosen, and played. */

import type { Page } from '@playwright/test';

import { clean, faults } from './checks';
import { actor, file, spell } from './exports';
import { DESK, expect, PHONE, test } from './table';

const WIDTHS = [1440, 1024, 390, 320];

/** Drops files onto the page, as a hand would. */
async function drop(page: Page, files: { name: string; buffer: Buffer }[]): Promise<void> {
  const parts = files.map((one) => ({ name: one.name, text: one.buffer.toString() }));
  const data = await page.evaluateHandle((parts) => {
    const transfer = new DataTransfer();
    for (const { name, text } of parts) transfer.items.add(new File([text], name));
    return transfer;
  }, parts);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: data });
  await expect(page.getByText('Drop files to import creatures')).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await expect(page.getByText('Drop files to import creatures')).toHaveCount(0);
}

async function paste(page: Page, text: string): Promise<void> {
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.setData('text/plain', text);
    return transfer;
  }, text);
  const box = page.getByRole('searchbox', { name: 'Search creatures' });
  await box.evaluate((box, clipboardData) => {
    box.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, data);
}

test('an export dropped on the page plays after two clicks', async ({ server, sit }) => {
  const page = await sit(server.link, DESK);
  await page.getByLabel('Rulebook').selectOption('srd-5');
  const names = page.getByRole('textbox', { name: 'Names of your heroes' });
  await names.fill('Ana, Bran');
  await names.press('Enter');
  await drop(page, [file('mauler.json', actor('Reed mauler'))]);
  const dialog = page.getByRole('dialog', { name: 'Import creatures' });
  await expect(dialog).toContainText(/Foundry actor, dnd5e.* — 1 creature/);
  await expect(dialog).toContainText('CR 3 · HP 52 · AC 14 · 1 attack');
  await dialog.getByRole('button', { name: 'Add to this fight' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Start the fight' }).click();
  await expect(page.getByRole('article', { name: 'Reed mauler', exact: true })).toBeVisible();
});

test('several files make one list; the unreadable are named beside it', async ({ server, sit }) => {
  const page = await sit(server.link, DESK);
  await page.getByLabel('Rulebook').selectOption('srd-5');
  const pf2e = JSON.stringify(actor('Moss giant')).replaceAll('dnd5e', 'pf2e');
  await drop(page, [
    file('two.json', [actor('Reed mauler'), actor('Reed biter')]),
    file('foreign.json', pf2e),
    file('broken.json', '{ "name": '),
  ]);
  const dialog = page.getByRole('dialog', { name: 'Import creatures' });
  await expect(dialog).toContainText(/Foundry actor, dnd5e.* — 2 creatures/);
  await expect(dialog.getByRole('alert')).toHaveCount(2);
  await expect(dialog).toContainText(/Foundry actor, pf2e.*made for Pathfinder 2/);
  await dialog.getByRole('checkbox', { name: 'Take Reed biter' }).uncheck();
  await dialog.getByRole('button', { name: 'Add to my creatures' }).click();
  await expect(dialog).toHaveCount(0);
  // Only the chosen one is found from now on, in the other fights as well.
  await page.reload();
  const box = page.getByRole('searchbox', { name: 'Search creatures' });
  await box.fill('reed');
  await expect(page.getByRole('button', { name: 'Add Reed mauler' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Reed biter' })).toHaveCount(0);
});

test('a file of spells is read together with its creatures', async ({ server, sit }) => {
  const page = await sit(server.link, DESK);
  await page.getByLabel('Rulebook').selectOption('srd-5');
  const dialog = page.getByRole('dialog', { name: 'Import creatures' });
  await expect(page.getByRole('searchbox', { name: 'Search creatures' })).toBeVisible();
  await drop(page, [file('spells.json', [spell('Bog light')])]);
  await expect(dialog.getByRole('alert')).toContainText('no creature in it');
  await page.keyboard.press('Escape');
  await drop(page, [
    file('creatures.json', [actor('Reed mauler')]),
    file('spells.json', [spell('Bog light')]),
  ]);
  await expect(dialog).toContainText(/Foundry actor, dnd5e.* — 1 creature/);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test('a file for another rulebook is read there with one click', async ({ server, sit }) => {
  const page = await sit(server.link, DESK);
  await page.getByLabel('Rulebook').selectOption('pathfinder-2e');
  await expect(page.getByRole('searchbox', { name: 'Search creatures' })).toBeVisible();
  await drop(page, [file('mauler.json', actor('Reed mauler'))]);
  const dialog = page.getByRole('dialog', { name: 'Import creatures' });
  await expect(dialog.getByRole('alert')).toContainText('made for');
  expect(await faults(page, '[role=dialog]')).toEqual([]);
  await clean(page, 'a file for another rulebook');
  await dialog.getByRole('button', { name: 'Switch to Srd 5' }).click();
  await expect(page.getByLabel('Rulebook')).toHaveValue('srd-5');
  await expect(dialog).toContainText(/Foundry actor, dnd5e.* — 1 creature/);
});

test('a text pasted into the search box is read; a name stays a name', async ({ server, sit }) => {
  const page = await sit(server.link, DESK);
  await page.getByLabel('Rulebook').selectOption('srd-5');
  await paste(page, JSON.stringify(actor('Reed mauler')));
  const dialog = page.getByRole('dialog', { name: 'Import creatures' });
  await expect(dialog).toContainText('Reed mauler');
  await page.keyboard.press('Escape');
  await paste(page, 'goblin');
  await expect(dialog).toHaveCount(0);
});

test('what is kept is changed with the form, and deleted again', async ({ server, sit }) => {
  const page = await sit(server.link, DESK);
  await page.getByLabel('Rulebook').selectOption('srd-5');
  await paste(page, JSON.stringify(actor('Reed mauler')));
  await page.getByRole('button', { name: 'Add to my creatures' }).click();
  const box = page.getByRole('searchbox', { name: 'Search creatures' });
  await box.fill('reed');
  const about = page.getByRole('button', { name: 'Stat block of Reed mauler' });
  await about.click();
  await page.getByRole('button', { name: 'Change Reed mauler' }).click();
  const form = page.getByRole('dialog', { name: 'Sheet of Reed mauler' });
  await form.getByLabel(/^Hit points/).fill('77');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.block')).toContainText('Hit points 77');
  await expect(page.locator('.block')).toContainText('CR 3');
  await page.getByRole('button', { name: 'Delete Reed mauler' }).click();
  await expect(about).toHaveCount(0);
});

test('creatures from a file join a running fight', async ({ server, sit }) => {
  const heroes = [{ name: 'Ana' }];
  const fight = await server.begin({ kind: 'fight', ruleset: 'srd-5', heroes, lines: 'goblin' });
  const page = await sit(fight.masterLink, DESK);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Add/ }).click();
  await expect(page.getByRole('searchbox', { name: 'Search creatures' })).toBeVisible();
  await drop(page, [file('mauler.json', actor('Reed mauler'))]);
  await page.getByRole('button', { name: 'Add to this fight' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '1 ×' })).toContainText('Reed mauler');
});

for (const width of WIDTHS) {
  test(`import fits ${width} pixels, in German too`, async ({ server, sit }) => {
    const options = width < 600 ? PHONE : DESK;
    const page = await sit(server.link, {
      ...options,
      viewport: { width, height: width < 600 ? 740 : 900 },
      locale: width === 320 ? 'de-DE' : 'en-US',
    });
    const german = width === 320;
    await page.getByLabel(german ? 'Regelbuch' : 'Rulebook').selectOption('srd-5');
    const name = german ? 'Kreaturen importieren' : 'Import creatures';
    await page.getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    expect(await faults(page, '[role=dialog]'), 'where files are chosen').toEqual([]);
    await clean(page, 'where files are chosen');
    const long = 'Grandmother of the seventeen drowned bells';
    await dialog
      .locator('input[type=file]')
      .setInputFiles([
        file('mauler.json', [actor('Reed mauler'), actor(long)]),
        file('broken.json', '<npc>'),
      ]);
    await dialog.getByRole('button', { name: /Reed mauler/ }).click();
    await expect(dialog).toContainText('Maul');
    expect(await faults(page, '[role=dialog]'), 'what was read').toEqual([]);
    await clean(page, 'what was read');
  });
}

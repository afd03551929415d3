/** Notes: written, written anew and removed; secret ones stay with the game master. */

import { DESK, expect, PHONE, test } from './table';

const SKIRMISH = { kind: 'example', ruleset: 'collective', name: 'skirmish' } as const;
const MARKUP = '<img src=x onerror="document.title=\'broken\'"> & <b>bold</b>';

test('notes are added, edited and removed, and never become markup', async ({ server, sit }) => {
  const fight = await server.begin(SKIRMISH);
  const master = await sit(fight.masterLink, DESK);
  const phone = await sit(await fight.seat('Mara', ['Ana']), PHONE);
  const screen = await sit(fight.screenLink, DESK);

  await master.getByRole('button', { name: 'Notes', exact: true }).click();
  await master.getByLabel('New note').fill(MARKUP);
  await master.getByRole('combobox', { name: 'About' }).selectOption('Gruk');
  await master.getByRole('checkbox', { name: 'Secret' }).uncheck();
  await master.getByRole('button', { name: 'Save note' }).click();
  const note = master.getByRole('listitem').filter({ hasText: 'onerror' });
  await expect(note).toContainText(MARKUP);
  await expect(note).toContainText('Gruk · game master');
  await expect(screen.getByText(MARKUP)).toBeVisible();
  for (const page of [master, screen]) {
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    await expect(page).toHaveTitle(/Skirmish/);
  }

  // A player reads it, cannot change it, and writes one.
  await phone.getByRole('button', { name: 'Notes, 1' }).click();
  const notes = phone.getByRole('dialog', { name: 'Notes' });
  await expect(notes).toContainText(MARKUP);
  await expect(notes.getByRole('button', { name: 'Edit this note' })).toHaveCount(0);
  await notes.getByLabel('New note').fill('the bridge is rotten');
  await notes.getByRole('button', { name: 'Save note' }).click();
  const own = notes.getByRole('listitem').filter({ hasText: 'rotten' });
  await expect(own).toContainText('The fight · Mara');
  await own.getByRole('button', { name: 'Edit this note' }).click();
  await notes.getByLabel('Edit note').fill('the bridge holds');
  await notes.getByRole('button', { name: 'Save note' }).click();
  await expect(notes.getByText('the bridge holds')).toBeVisible();
  await expect(notes.getByText('rotten')).toHaveCount(0);

  // Made secret, it is gone for everybody else; removed, for all.
  await note.getByRole('button', { name: 'Edit this note' }).click();
  await expect(master.getByLabel('Edit note')).toHaveValue(MARKUP);
  await master.getByRole('checkbox', { name: 'Secret' }).check();
  await master.getByRole('button', { name: 'Save note' }).click();
  await expect(note).toContainText('Secret');
  await expect(screen.getByText(MARKUP)).toHaveCount(0);
  await expect(notes.getByText(MARKUP)).toHaveCount(0);
  await note.getByRole('button', { name: 'Delete this note' }).click();
  await expect(note).toHaveCount(0);
  await expect(notes.getByText('the bridge holds')).toBeVisible();
});

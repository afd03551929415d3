/** Fights on one device: set up, play, undo, reload, play offline, export, and share tabs. */

import { readFile } from 'node:fs/promises';

import { Server } from '../../tests/server';
import {
  act,
  decision,
  expect,
  moved,
  ownFight,
  point,
  test,
  untilRound,
  untilSomebodyActs,
} from './alone';

for (const ruleset of ['srd-5', 'pathfinder-2e']) {
  test(`a fight without a server: ${ruleset}`, async ({ alone: page, site }) => {
    const start = Date.now();
    await ownFight(page, ruleset);
    await act(page);
    console.log(`${ruleset}: ${((Date.now() - start) / 1000).toFixed(1)} s to the first action`);

    // One step back, another action, and on to the next round.
    await untilSomebodyActs(page);
    const before = await point(page);
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await moved(page, before);
    await act(page);
    await untilRound(page, 2);

    // A reload keeps everything.
    const [here, title] = [await point(page), await page.title()];
    await page.reload();
    await expect(decision(page)).toBeVisible();
    expect(await point(page)).toBe(here);
    expect(await page.title()).toBe(title);

    // The fight continues without a network, and the page opens again.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.context().setOffline(true);
    site.close();
    await act(page);
    const then = await point(page);
    await page.reload();
    await expect(decision(page)).toBeVisible();
    expect(await point(page)).toBe(then);
    if (ruleset === 'srd-5') {
      await page.getByRole('link', { name: 'All fights' }).click();
      await ownFight(page, ruleset);
    }
  });
}

test('a fight goes to the tracker on a computer and back', async ({ alone: page }) => {
  const server = new Server();
  await server.start();
  await ownFight(page, 'srd-5');
  await act(page);
  const here = await point(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Everything as a file' }).click();
  const file = await readFile(await (await downloading).path());
  await page.keyboard.press('Escape');

  const there = await server.begin({ kind: 'import', text: file.toString() });
  expect((await there.state()).undo).toBe(here);
  await there.say('end');
  const back = JSON.stringify(await there.exported());
  await server.remove();

  await page.getByRole('link', { name: 'All fights' }).click();
  await page.getByRole('tab', { name: 'Import' }).click();
  await page.getByLabel('Or choose a file').setInputFiles({
    name: 'fight.json',
    mimeType: 'text/plain',
    buffer: Buffer.from(back),
  });
  await page.getByRole('button', { name: 'Import and start' }).click();
  await expect(decision(page)).toBeVisible();
  expect(await point(page)).toBeGreaterThan(here);
});

test('two tabs show the same fight; what needs a server says so', async ({ alone: page }) => {
  await ownFight(page, 'srd-5');
  await untilSomebodyActs(page);
  const other = await page.context().newPage();
  await other.setViewportSize({ width: 1024, height: 768 });
  await other.goto(page.url());
  await expect(decision(other)).toBeVisible();
  expect(await point(other)).toBe(await point(page));
  await act(page);
  await expect.poll(() => point(other)).toBe(await point(page));
  await act(other);
  await expect.poll(() => point(page)).toBe(await point(other));

  await page.getByRole('button', { name: 'Invite' }).click();
  const notice = page.getByRole('dialog', { name: 'Invite' });
  await expect(notice).toContainText('turnwright serve');
});

/** Script that makes the database full while the last message on the channel `full` is true. */
const FULL = `{
  const { put } = IDBObjectStore.prototype;
  let full = false;
  new BroadcastChannel('full').onmessage = ({ data }) => { full = data; };
  IDBObjectStore.prototype.put = function (...record) {
    if (full) throw new DOMException('there is no room', 'QuotaExceededError');
    return put.apply(this, record);
  };
}`;

test('what the browser cannot keep is not done, and that is said', async ({ alone: page }) => {
  await page.route('**/device.worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${FULL}${await response.text()}` });
  });
  await page.reload();
  const fill = (full: boolean) =>
    page.evaluate((full) => new BroadcastChannel('full').postMessage(full), full);
  await ownFight(page, 'srd-5');
  await untilSomebodyActs(page);
  const here = await point(page);
  await fill(true);
  await page.getByRole('button', { name: 'End turn' }).first().click();
  await expect(page.getByText('this browser keeps nothing more')).toBeVisible();
  expect(await point(page)).toBe(here);

  await fill(false);
  await page.reload();
  await expect(decision(page)).toBeVisible();
  expect(await point(page)).toBe(here);
  await act(page);
});

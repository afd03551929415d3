/** Many pages of one browser: they share one line to the server, so that none of them waits. */

import type { Page, Request } from '@playwright/test';

import { decision, expect, test } from './table';

const SKIRMISH = { kind: 'example', ruleset: 'collective', name: 'skirmish' } as const;
/** More than the six connections that browsers allow a host. */
const PAGES = 9;

/** What a browser does with a page that is put behind others. */
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    hidden ? 'hidden' : 'visible',
  );
}

/** Streams that a page holds open. */
function streams(page: Page): { open: number } {
  const count = { open: 0 };
  const isStream = (url: string) => url.endsWith('/events');
  const over = (request: Request) => {
    if (isStream(request.url())) count.open -= 1;
  };
  page.on('request', (request) => {
    if (isStream(request.url())) count.open += 1;
  });
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  return count;
}

test('nine pages of one browser, each at once', async ({ server, browser }) => {
  const fight = await server.begin(SKIRMISH);
  const seat = await fight.seat('Mara', ['Ana']);
  const links = [fight.masterLink, seat, fight.screenLink];
  const context = await browser.newContext();
  const pages: Page[] = [];
  const counts: { open: number }[] = [];
  for (let at = 0; at < PAGES; at += 1) {
    const page = await context.newPage();
    counts.push(streams(page));
    await page.goto(links[at % links.length] ?? '');
    await expect(decision(page)).toBeVisible();
    pages.push(page);
  }
  const all = async (words: string) => {
    for (const page of pages) await expect(decision(page)).toContainText(words);
  };
  const open = () => counts.reduce((sum, one) => sum + one.open, 0);

  await fight.give({ kind: 'rule', answer: 'pcs' });
  await all('Ana');
  await expect.poll(open).toBe(1);

  // Each of them can act: there is a connection left for it.
  const master = pages[6];
  if (master === undefined) throw new Error('there are not enough pages');
  await master.keyboard.press('n');
  await all('Gruk may act');

  // The page that listens is closed: another one takes over at once.
  await pages.shift()?.close();
  counts.shift();
  await expect.poll(open).toBe(1);
  await master.keyboard.press('n');
  await all('Ana');

  // A page that nobody looks at does not listen, and catches up when somebody does.
  const asleep = pages.slice(0, 3);
  for (const page of asleep) await hide(page, true);
  await master.keyboard.press('n');
  await expect(decision(master)).toContainText('Gruk may act');
  await expect.poll(open).toBe(1);
  for (const page of asleep) {
    await expect(decision(page)).toContainText('Ana');
    await hide(page, false);
    await expect(decision(page)).toContainText('Gruk may act');
  }
  await expect.poll(open).toBe(1);
  await context.close();
});

/** Pages at a table: each with a browser profile of its own, each watched for errors. */

import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test';

import { Server } from './server';

interface Table {
  server: Server;
  /** Opens a link as somebody else would, on a device of their own. */
  sit: (link: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** What a browser says when a server is away or refuses; everything else is a mistake of ours. */
const EXPECTED = /ERR_(CONNECTION|INTERNET|INCOMPLETE|NETWORK|EMPTY)|status of 4\d\d/;

export const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true };
export const DESK = { viewport: { width: 1440, height: 900 } };

export const test = base.extend<Table>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  server: async ({}, use) => {
    const server = new Server();
    await server.start();
    await use(server);
    await server.remove();
  },
  sit: async ({ browser }, use) => {
    const mistakes: string[] = [];
    const pages: Page[] = [];
    await use(async (link, options = DESK) => {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      const page = await context.newPage();
      pages.push(page);
      page.on('pageerror', (error) => mistakes.push(String(error)));
      page.on('console', (message) => {
        const bad = message.type() === 'error' && !EXPECTED.test(message.text());
        if (bad) mistakes.push(message.text());
      });
      await page.goto(link);
      return page;
    });
    for (const page of pages) await page.context().close();
    // Violations of the Content-Security-Policy are among them.
    expect(mistakes).toEqual([]);
  },
});

export { expect };

/** The sentence that says what is waited for. */
export function decision(page: Page) {
  return page.locator('[data-decision]').first();
}

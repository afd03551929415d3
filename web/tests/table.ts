/** Pages at a table: each with a browser profile of its own, each watched for errors. */

import { existsSync, readFileSync } from 'node:fs';

import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';

import { Server } from './server';

interface Table {
  server: Server;
  /** Opens a link as somebody else would, on a device of their own. */
  sit: (link: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** What a browser says when a server is away or refuses; everything else is a mistake of ours. */
const EXPECTED =
  /ERR_(CONNECTION|INTERNET|INCOMPLETE|NETWORK|EMPTY|BLOCKED_BY_CLIENT)|status of 4\d\d/;

/** A folder with a built page to test instead of the one embedded into the server. */
const PAGE = process.env['TURNWRIGHT_PAGE'];
const TYPES: Record<string, string> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  webmanifest: 'application/json',
};

async function servePage(context: BrowserContext, folder: string): Promise<void> {
  await context.route(
    (url) => !url.pathname.startsWith('/api'),
    (route) => {
      const { pathname } = new URL(route.request().url());
      const file = `${folder}${pathname === '/' ? '/index.html' : pathname}`;
      if (!existsSync(file)) return route.continue();
      const contentType = TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      return route.fulfill({ body: readFileSync(file), contentType });
    },
  );
}

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
      if (PAGE !== undefined) await servePage(context, PAGE);
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

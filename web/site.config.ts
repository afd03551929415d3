import { defineConfig } from '@playwright/test';

import page from './playwright.config';

/** Playwright settings for tests of the site. One worker, because each page runs an engine too. */
export default defineConfig({ ...page, testDir: 'site/tests', workers: 1 });

import { defineConfig } from '@playwright/test';

import page from './playwright.config';

/** Playwright settings for tests of the site. */
export default defineConfig({ ...page, testDir: 'site/tests', workers: 2 });

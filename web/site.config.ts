import { defineConfig } from '@playwright/test';

import page from './playwright.config';

/** The page as files of a site: one browser at a time beside its engine. */
export default defineConfig({ ...page, testDir: 'site/tests', workers: 1 });

/** `npm run gallery`: takes the pictures in `docs/gallery` anew. */

import tests from './playwright.config';

export default {
  ...tests,
  testDir: 'gallery',
  testMatch: '*.ts',
  outputDir: 'test-results/gallery',
  workers: 1,
};

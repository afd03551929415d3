import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  // Each test starts a server of its own; a machine with two cores carries two of them.
  workers: 2,
  fullyParallel: true,
  // So long that only what never comes runs into them, however slow the machine is.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list']],
  use: {
    actionTimeout: 30_000,
    // Recording takes a sixth of the time: TRACE=1 turns it on to look into a failure.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        // Containers run as root, where Chromium's sandbox does not start.
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

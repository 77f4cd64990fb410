import { defineConfig } from '@playwright/test';
import { systemBrowser } from './scripts/setup/browser.mjs';
import { chromiumArguments } from './tests/support/chromium.ts';

const executablePath = systemBrowser();

export default defineConfig({
  testDir: 'tests',
  testMatch: '{browser,security}/*.spec.ts',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  forbidOnly: true,
  workers: 4,
  retries: 0,
  // Far more than anything takes: they end what hangs, and say nothing of how quick the machine is.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: { args: chromiumArguments(), ...(executablePath ? { executablePath } : {}) },
  },
});

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
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: { args: chromiumArguments(), ...(executablePath ? { executablePath } : {}) },
  },
});

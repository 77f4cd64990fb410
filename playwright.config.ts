import { defineConfig } from '@playwright/test';
import { systemBrowser } from './scripts/setup/browsers.mjs';
import { chromiumArguments, steadyPaint } from './tests/support/chromium.ts';

const executablePath = systemBrowser();

/** @param more arguments for Chromium */
const launchOptions = (more: readonly string[] = []) => ({
  args: [...chromiumArguments(), ...more],
  ...(executablePath ? { executablePath } : {}),
});

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results/browser',
  snapshotPathTemplate: 'tests/visual/references/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: true,
  workers: 4,
  retries: 0,
  // Far more than anything takes: they end what hangs, and say nothing of how quick the machine is.
  timeout: 120_000,
  expect: {
    timeout: 20_000,
    // Not for another load of the machine, which changes nothing, but for the next version of the browser.
    toMatchSnapshot: { threshold: 0.1, maxDiffPixelRatio: 0.0005 },
  },
  reporter: [['dot'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(),
  },
  projects: [
    { name: 'journeys', testMatch: '{browser,security}/*.spec.ts' },
    // What the pages look like and how they move.
    {
      name: 'visual',
      testMatch: 'visual/*.spec.ts',
      use: { launchOptions: launchOptions(steadyPaint) },
    },
  ],
});

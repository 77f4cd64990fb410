import { defineConfig } from '@playwright/test';
import { systemBrowser } from './scripts/setup/browsers.mjs';

/** Flags that make two pictures of one page equal to the last bit, however busy the machine is. */
const steadyPaint = [
  // Without it a picture may show unpainted, plain parts of the page.
  '--run-all-compositor-stages-before-draw',
  '--disable-new-content-rendering-timeout',
  '--disable-checker-imaging',
  // Edges that are repainted in part get a different shade.
  '--disable-partial-raster',
];

const executablePath = systemBrowser();

/** @param args for Chromium */
const launchOptions = (args: string[] = []) => ({ args, ...(executablePath ? { executablePath } : {}) });

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

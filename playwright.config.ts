import { defineConfig } from '@playwright/test';
import { systemBrowser } from './scripts/setup/browsers.mjs';

const executablePath = systemBrowser();

export default defineConfig({
  testDir: 'tests',
  testMatch: '{browser,security,studio,visual}/*.spec.ts',
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
    toMatchSnapshot: { threshold: 0.05, maxDiffPixels: 6 },
  },
  reporter: [['dot'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // One set for all tests: each other set would cost each worker another browser and another site.
    launchOptions: {
      // They make two pictures of one page equal to the last bit, however busy the machine is.
      args: [
        // Without it a picture may show unpainted, plain parts of the page.
        '--run-all-compositor-stages-before-draw',
        '--disable-new-content-rendering-timeout',
        '--disable-checker-imaging',
        // Edges that are repainted in part get a different shade.
        '--disable-partial-raster',
      ],
      ...(executablePath && { executablePath }),
    },
  },
});

import { defineConfig } from '@playwright/test';
import { systemBrowser } from './scripts/setup/browsers.mjs';

const executablePath = systemBrowser();

export default defineConfig({
  testDir: 'tests',
  testMatch: '{browser,security,studio,visual}/*.spec.ts',
  outputDir: 'test-results/browser',
  snapshotPathTemplate: '{arg}{ext}',
  fullyParallel: true,
  forbidOnly: true,
  workers: 4,
  retries: 0,
  // Far longer than any test takes, so these limits only end a test that hangs.
  timeout: 300_000,
  expect: {
    timeout: 20_000,
    // The tolerance is for the browser's next version; a loaded machine changes no pixel.
    toMatchSnapshot: { threshold: 0.05, maxDiffPixels: 6 },
  },
  reporter: [['dot'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // All tests share these options, because each other set would cost every worker another browser and site.
    launchOptions: {
      // With these switches two pictures of one page are equal to the last bit, however busy the machine is.
      args: [
        // Without this switch a picture may show unpainted parts of the page.
        '--run-all-compositor-stages-before-draw',
        '--disable-new-content-rendering-timeout',
        '--disable-checker-imaging',
        // Without this switch edges that are repainted in part get another shade.
        '--disable-partial-raster',
      ],
      ...(executablePath && { executablePath }),
    },
  },
});

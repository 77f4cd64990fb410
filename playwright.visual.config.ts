import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';
import { steadyPaint } from './tests/support/chromium.ts';

const { launchOptions } = { ...journeys.use };

/** What the pages look like and how they move: run by `playwright test --config playwright.visual.config.ts`. */
export default defineConfig(journeys, {
  testDir: 'tests/visual',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/visual',
  snapshotPathTemplate: 'tests/visual/references/{arg}{ext}',
  reporter: [['list'], ['json', { outputFile: 'test-results/visual.json' }]],
  use: { launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), ...steadyPaint] } },
  // Not for another load of the machine, which changes nothing, but for the next version of the browser.
  expect: { toMatchSnapshot: { threshold: 0.1, maxDiffPixelRatio: 0.0005 } },
});

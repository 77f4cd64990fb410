import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** What the pages look like and how they move: run by `playwright test --config playwright.visual.config.ts`. */
export default defineConfig(journeys, {
  testDir: 'tests/visual',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/visual',
  snapshotPathTemplate: 'tests/visual/references/{arg}{ext}',
  reporter: [['list'], ['json', { outputFile: 'test-results/visual.json' }]],
  expect: {
    toHaveScreenshot: { animations: 'disabled', scale: 'device', threshold: 0.2, maxDiffPixelRatio: 0.02 },
  },
});

import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/**
 * Frames on a phone slowed six times (`npm run test:motion`). Apart from `npm test`, because a busy machine
 * drops frames that the site does not.
 */
export default defineConfig(journeys, {
  testDir: 'tests/visual',
  testMatch: '*.motion.ts',
  outputDir: 'test-results/motion',
  workers: 1,
  reporter: 'list',
});

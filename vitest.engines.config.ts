import { defineConfig } from 'vitest/config';

/** The main journeys in Firefox and WebKit, which `npm run test:engines` runs. */
export default defineConfig({
  test: {
    include: ['tests/engines/*.spec.ts'],
    // Two browsers at once want more than two processors: a journey then takes as long as it may.
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

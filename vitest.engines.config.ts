import { defineConfig } from 'vitest/config';

/** The main journeys in Firefox and WebKit, which `npm run test:engines` runs. */
export default defineConfig({
  test: {
    include: ['tests/engines/*.spec.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

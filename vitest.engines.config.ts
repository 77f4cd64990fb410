import { defineConfig } from 'vitest/config';

/** The main journeys in Firefox and WebKit, which `npm run test:engines` runs. */
export default defineConfig({
  test: {
    include: ['tests/engines/*.spec.ts'],
    // Firefox beside WebKit twice: each mostly waits for its own browser.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});

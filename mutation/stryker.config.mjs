import { fileURLToPath } from 'node:url';

/** Files in which a fault would lose a message, keep one too long, or break the rule of the blank second. */
const mutate = [
  // The rules of the form
  'src/contact/{rules,normalise-contact}.ts',
  // The outbox
  'src/mail/{delivery,outbox,queue}.server.ts',
  'src/mail/{outage,retry-delays}.ts',
  // Retention
  'src/retention/*.ts',
  // The gate
  'src/startup/*.ts',
  '!src/**/*.test.ts',
];

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
const options = {
  plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
  testRunner: 'vitest',
  vitest: { configFile: 'mutation/vitest.config.ts' },
  mutate,
  // Files that these tests do not need are not copied.
  ignorePatterns: [
    'biome.json',
    'bench',
    'dist',
    'deploy',
    'docs',
    'data',
    'artwork',
    'test-results',
    'mutation/reports',
  ],
  // TypeScript 7 has no API for Stryker to rewrite the configuration with, and nothing here needs it.
  tsconfigFile: 'none',
  concurrency: 3,
  timeoutMS: 20_000,
  incremental: true,
  incrementalFile: 'mutation/reports/incremental.json',
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'mutation/reports/mutants.json' },
  tempDirName: 'mutation/.stryker-tmp',
  thresholds: { high: 97, low: 95, break: 95 },
};

// biome-ignore lint/style/noDefaultExport: Stryker reads it so.
export default options;

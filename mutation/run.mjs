// npm run mutants -- [rules] [gate] [message] [outbox] [restore] [retention]
// Changes the code of each area in small ways, and runs the area's tests on each change. Ends with 1 if the score is too low.
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';

/** Files in which a fault would lose a message, keep one too long, or break the rule of the blank second, with their tests. */
const areas = {
  rules: { mutate: ['src/contact/{rules,normalise-contact}.ts'], tests: ['src/contact/rules.test.ts'] },
  // Mutants that survive concern colour mode, style sheet and statistics, which browser tests check.
  gate: { score: 80, mutate: ['src/startup/gate.ts'], tests: ['src/startup/gate.test.ts'] },
  message: {
    mutate: ['src/contact/{receive,store-message}.server.ts'],
    tests: [
      'src/contact/{contact-page,messages,rate-limit,receive,store-message}.test.ts',
      'src/mail/notice.test.ts',
      'src/storage/postgres/postgres.test.ts',
    ],
  },
  // Mutants that survive concern options for other file systems and busy disks.
  restore: {
    score: 80,
    mutate: ['src/storage/restore.server.ts'],
    tests: [
      'src/storage/{restore,files}.test.ts',
      'src/storage/sqlite/sqlite.test.ts',
      'tests/cli/{session,store}.test.ts',
    ],
  },
  retention: {
    mutate: ['src/retention/*.ts', '!src/**/*.test.ts'],
    tests: ['src/retention/*.test.ts', 'tests/cli/session.test.ts'],
  },
  outbox: {
    mutate: ['src/mail/{delivery,held-mails,outbox,queue}.server.ts', 'src/mail/retry-delays.ts'],
    tests: ['src/mail/*.test.ts', 'src/contact/{messages,store-message}.test.ts'],
  },
};

const SCORE = 95;

const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : Object.keys(areas)) {
  const { mutate, tests, score = SCORE } = areas[name];
  // `vitest.config.ts` reads this variable in Stryker's processes.
  process.env['MUTATION_TESTS'] = tests.join(' ');
  await new Stryker({
    mutate,
    plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
    testRunner: 'vitest',
    vitest: { configFile: 'mutation/vitest.config.ts' },
    // These paths are not copied, because the tests need none of them. dist is copied, because some tests start commands.
    ignorePatterns: ['.class-types', 'biome.json', 'bench', 'deploy', 'docs', 'data', 'test-results'],
    // TypeScript 7 lacks the API by which Stryker rewrites the configuration, and nothing here needs that.
    tsconfigFile: 'none',
    timeoutMS: 20_000,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    tempDirName: 'mutation/.stryker-tmp',
    thresholds: { high: 100, low: score, break: score },
  }).runMutationTest();
}

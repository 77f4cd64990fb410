import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { studioValues } from './scripts/studio/plugin.ts';

/** Files that take a quarter of a minute to two minutes each; in this order. */
const LONG = ['tests/faults/', 'tests/engines/', 'tests/deploy/', 'tests/cli/', 'src/storage/', 'src/mail/'];

/** The longest first: one of them begun last would keep all other workers waiting. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((folder) => moduleId.includes(`/${folder}`));
      return found < 0 ? LONG.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  // The tests of the product judge the example, whichever studio the site is built for.
  plugins: [studioValues('example')],
  // Vite would resolve graphql to its .mjs files while the packages around it load the .js ones: two copies never match.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    // No module keeps anything between two tests: a process for each file would cost a third of the work.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      // `npm run check` runs them alone: it needs no database.
      { extends: true, test: { name: 'rules', include: ['tests/rules/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'product',
          include: ['{src,tests,scripts}/**/*.test.ts', 'tests/engines/*.spec.ts'],
          exclude: ['tests/rules/**'],
          globalSetup: ['tests/support/postgres.ts'],
        },
      },
    ],
    sequence: { sequencer: LongestFirst },
    // Most of what takes long waits for a process, a mail or a clock: more of it fits at once than there are cores.
    maxWorkers: Math.max(5, availableParallelism()),
    // Far more than anything takes, on a machine with other work too: they end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Long enough for a machine with other work; what is there sooner is not waited for.
    expect: { poll: { timeout: 60_000 } },
  },
});

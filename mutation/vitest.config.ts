import { defineConfig, mergeConfig } from 'vitest/config';
import project from '../vitest.config.ts';

/** Only the tests of what is mutated, which `run.mjs` names. */
// biome-ignore lint/style/noDefaultExport: Vitest reads it so.
export default defineConfig({
  ...mergeConfig(project, {}),
  test: {
    ...project.test,
    projects: undefined,
    include: process.env['MUTATION_TESTS']?.split(' '),
    globalSetup: ['tests/support/postgres.ts'],
  },
});

import { defineConfig, mergeConfig } from 'vitest/config';
import project from '../vitest.config.ts';

/** Only the tests of what is mutated. */
// biome-ignore lint/style/noDefaultExport: Vitest reads it so.
export default defineConfig({
  ...mergeConfig(project, {}),
  test: { ...project.test, include: ['src/{contact,mail,retention,startup}/**/*.test.ts'] },
});

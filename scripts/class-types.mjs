// Writes the class names of every CSS module as types into .class-types/, so that a misspelt class does not compile (rootDirs in
// tsconfig.json).
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from 'lightningcss';

const folder = '.class-types';

rmSync(folder, { recursive: true, force: true });
for (const filename of globSync('src/**/*.module.css')) {
  const { exports = {} } = transform({
    filename,
    code: readFileSync(filename),
    cssModules: true,
  });
  // The names are sorted: their order differs between runs, and TypeScript would then check all importing files again.
  const names = Object.keys(exports)
    .toSorted()
    .map((name) => `  readonly ${JSON.stringify(name)}: string;\n`);
  const file = join(folder, filename.replace(/\.css$/, '.d.css.ts'));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `declare const styles: {\n${names.join('')}};\nexport default styles;\n`);
}

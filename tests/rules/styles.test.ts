import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'lightningcss';
import { expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';

const sheets = globSync('src/**/*.css', { cwd: ROOT });

it('F33: no line height has a unit, so that lines grow with larger text of their own', () => {
  const found: string[] = [];
  let heights = 0;
  for (const filename of sheets)
    transform({
      filename,
      code: readFileSync(join(ROOT, filename)),
      visitor: {
        Declaration(declaration) {
          const height =
            declaration.property === 'font'
              ? declaration.value.lineHeight
              : declaration.property === 'line-height' && declaration.value;
          if (!height) return;
          heights += 1;
          if (height.type === 'length') found.push(`${filename}: ${JSON.stringify(height.value)}`);
        },
      },
    });
  expect(heights).toBeGreaterThan(10);
  expect(found).toEqual([]);
});

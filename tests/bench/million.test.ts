import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';

it('npm run bench can fill a store and measure every piece of work on it', async () => {
  const { run } = await import(join(ROOT, 'bench/scenarios/million.mjs'));
  const { subjects, plans, notes } = await run({ messages: 2000 });
  expect(notes.fileMib).toBeGreaterThan(0);
  expect(Object.keys(subjects)).toEqual(expect.arrayContaining(['accept one', 'list, first page', 'export']));
  for (const [name, { ms }] of Object.entries<{ ms: { median: number } }>(subjects))
    expect(ms.median, name).toBeGreaterThan(0);
  expect(plans['list, page in the middle'][0].plan.join()).toContain('USING INDEX');
}, 60_000);

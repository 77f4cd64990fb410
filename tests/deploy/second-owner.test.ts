import { symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { output } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { becomeSecondOwner } from '../support/second-owner.ts';
import { checkOut } from './checkout.ts';

/** The tests that read the content, without those that take long. */
const ownTests = [
  'src/content',
  'src/content-check',
  'src/contact',
  'src/documents/search-engines',
  'src/mail/contact-mail',
  'src/pages',
];

let clone: string;
const run = (...words: string[]) => output(process.execPath, words, { cwd: clone });

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'vitrine-owner-'));
  await checkOut(clone, ['bench', 'docs', 'mutation']);
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  becomeSecondOwner(clone);
});

afterAll(() => rm(clone, { recursive: true, force: true }));

it('LEGAL-1: another owner’s site builds, and no page or file names the example', async () => {
  await run('scripts/build-site.mjs');
  const left = output('grep', [
    '-rlE',
    'Moreau|Ligne de Crête|(bonjour@|www\\.)exemple\\.fr|#5e17eb',
    join(clone, 'dist/client'),
  ]);
  await expect(left).rejects.toThrow('grep');
});

it('another owner’s tests are green', async () => {
  await run('node_modules/vitest/vitest.mjs', 'run', ...ownTests);
});

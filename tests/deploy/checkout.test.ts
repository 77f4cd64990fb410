import { expect, it } from 'vitest';
import { isInClone } from './checkout.ts';

it('a fresh clone has nothing that this folder has besides: the lock of a running command, what is built, what is logged', () => {
  const names = [
    '.setup-lock',

    'dist.unfinished',
    'node_modules',
    '.env',
    'npm-debug.log',
    '.git',
  ];
  expect(names.filter(isInClone)).toEqual([]);
  const tracked = ['.gitignore', '.env.example', 'src', 'setup-lock.mjs', 'catalog.logo.svg'];
  expect(tracked.filter(isInClone)).toEqual(tracked);
});

import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { serverFlags } from '../scripts/setup/server-flags.mjs';

const program = `
import { Script } from 'node:vm';
import { giveBackMemory } from './src/give-back-memory.server.ts';
const source = '(() => 1)()';
const cachedData = new Script(source).createCachedData();
giveBackMemory();
console.log('rejected:', new Script(source, { cachedData }).cachedDataRejected);
`;

// In a process of its own: options are one for all threads, and other tests may be running on them.
it('leaves what is kept of compiled code usable', () => {
  const args = [...serverFlags, '--input-type=module', '--eval', program];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('rejected: false\n');
});

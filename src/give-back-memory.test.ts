import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

it('lets go of compiled code only in the folder that the build has filled', () => {
  const parent = mkdtempSync(join(tmpdir(), 'vitrine-'));
  const [kept, another] = [join(parent, 'kept'), join(parent, 'another')];
  const letGo = `import { letGoOfCompiled } from './src/give-back-memory.server.ts'; letGoOfCompiled(process.argv[1]);`;
  const letsGo = (filledByBuild: string) => {
    const env = { ...process.env, NODE_COMPILE_CACHE: kept, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
    const args = ['--input-type=module', '--eval', letGo, filledByBuild];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    expect(status).toBe(0);
    return stderr.includes('flushCompileCache() requested');
  };
  // The first run finds nothing, and leaves what it compiled.
  expect([letsGo(kept), letsGo(kept), letsGo(another)]).toEqual([false, true, false]);
  rmSync(parent, { recursive: true });
});

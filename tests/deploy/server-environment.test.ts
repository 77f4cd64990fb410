import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { serverEnvironment } from '../../scripts/setup/server-environment.mjs';
import { serverFlags } from '../../scripts/setup/server-flags.mjs';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-environment-'));
const program = join(folder, 'program.mjs');
const tested = pathToFileURL(resolve(import.meta.dirname, '../../scripts/setup/server-environment.mjs'));
writeFileSync(
  program,
  `import { takeServerEnvironment } from ${JSON.stringify(tested)};
process.stdout.write('began ');
takeServerEnvironment();
const { pid, execArgv, argv, env } = process;
console.log(JSON.stringify({ pid, execArgv, words: argv.slice(2), env }));`,
);

afterAll(() => rmSync(folder, { recursive: true }));

/** How often the program began, and what the last one had. */
async function start(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [...serverFlags, program, 'a', 'b c'], { env });
  const [told, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(complaints).toBe('');
  const begins = told.match(/began /g)?.length;
  return { pid: child.pid, begins, found: JSON.parse(told.slice(told.indexOf('{'))) };
}

it('npm start gives the C library its settings in the same process, with the same words', async () => {
  const { pid, begins, found } = await start({ KEPT: 'yes' });
  expect(begins).toBe(2);
  expect(found).toMatchObject({ pid, execArgv: serverFlags, words: ['a', 'b c'] });
  expect(found.env).toMatchObject({ ...serverEnvironment, KEPT: 'yes' });
});

it('settings that somebody chose stay', async () => {
  const chosen = { MALLOC_ARENA_MAX: '4' };
  expect((await start(chosen)).found.env).toMatchObject({ ...serverEnvironment, ...chosen });
  expect((await start({ ...serverEnvironment, ...chosen })).begins).toBe(1);
});

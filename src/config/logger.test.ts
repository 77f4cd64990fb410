import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const logger = JSON.stringify(new URL('./logger.server.ts', import.meta.url).href);

/** Runs a program that has `logger`, its standard output being this file; gives its exit code and the signal that ended it. */
async function outcomeOf(program: string, stdout: number): Promise<unknown[]> {
  const script = `const logger = (await import(${logger})).createLogger(); ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', stdout, 'inherit'],
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  return once(child, 'exit');
}

const long = 'logger.info("x".repeat(1000))';

it('neither a crash nor the end waits for a log on a full disk', async () => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const crash = 'logger.fatal("crash"); logger.flush(() => process.exit(3));';
  expect(await outcomeOf(crash, full)).toEqual([3, null]);
  const end = 'logger.info("stop"); setTimeout(() => { logger.info("end"); process.exit(4) }, 200);';
  expect(await outcomeOf(end, full)).toEqual([4, null]);
});

it('neither does one that nobody reads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-log-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const unread = openSync(pipe, 'r+');
  onTestFinished(() => {
    closeSync(unread);
    rmSync(folder, { recursive: true });
  });
  const end = `for (let line = 0; line < 200; line += 1) ${long}; setTimeout(() => process.exit(5), 200);`;
  expect(await outcomeOf(end, unread)).toEqual([5, null]);
});

it('what was logged before the end is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'log');
  const log = openSync(file, 'w');
  expect(await outcomeOf('logger.info("last"); process.exit(6);', log)).toEqual([6, null]);
  closeSync(log);
  expect(execFileSync('cat', [file], { encoding: 'utf8' })).toContain('"msg":"last"');
});

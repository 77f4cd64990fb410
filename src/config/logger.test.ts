import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

const module = JSON.stringify(new URL('./logger.server.ts', import.meta.url).href);

/** Runs a program that has `logger`, with this file as standard output; gives its exit code and its signal. */
async function outcomeOf(program: string, stdout: number): Promise<unknown[]> {
  const script = `const { createLogger, logWritten } = await import(${module});
    const logger = createLogger();
    const end = (code) => logWritten(logger).then(() => process.exit(code));
    ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', stdout, 'inherit'],
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  return once(child, 'exit');
}

it('neither a crash nor the end waits for a log on a full disk', async () => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  expect(await outcomeOf('logger.error("one"); logger.fatal("two"); end(3);', full)).toEqual([3, null]);
  const later = 'logger.info("stop"); setTimeout(() => { logger.info("end"); end(4) }, 200);';
  expect(await outcomeOf(later, full)).toEqual([4, null]);
  expect(await outcomeOf('logger.fatal("one"); logger.fatal("two"); process.exit(5);', full)).toEqual([
    5,
    null,
  ]);
});

it('neither waits for a log that nobody reads', async () => {
  const pipe = join(await temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const unread = openSync(pipe, 'r+');
  onTestFinished(() => closeSync(unread));
  const lines = 'for (let line = 0; line < 200; line += 1) logger.info("x".repeat(1000));';
  expect(await outcomeOf(`${lines} end(5);`, unread)).toEqual([5, null]);
});

it('the lines logged before the end are written', async () => {
  const file = join(await temporaryFolder(), 'log');
  const log = openSync(file, 'w');
  expect(await outcomeOf('logger.info("first"); logger.info("last"); end(6);', log)).toEqual([6, null]);
  closeSync(log);
  expect(execFileSync('cat', [file], { encoding: 'utf8' })).toContain('"msg":"last"');
});

it('shows the facts and the error of a line on a terminal too', () => {
  const script = `process.stdout.isTTY = true;
    const { createLogger } = await import(${module});
    const logger = createLogger();
    logger.info('ready');
    logger.warn({ message: '01a2', kind: 'unreachable', code: 'ECONNREFUSED' }, 'mail to be retried');
    logger.error({ erased: { message: 2 }, err: Object.assign(new Error('personal'), { code: 'EFAIL' }) }, 'failed');`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stderr.split('\n')).toEqual([
    'ready',
    '! mail to be retried (message=01a2, kind=unreachable, code=ECONNREFUSED)',
    '✗ failed (erased={"message":2}, EFAIL)',
    '',
  ]);
});

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { StorageUnavailableError } from '../storage/errors.server.ts';
import { loggedError } from './logger.server.ts';

const module = JSON.stringify(new URL('./logger.server.ts', import.meta.url).href);

/** Runs a program that has `logger`, with this file as standard output; returns its exit code and its signal. */
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
  const fatal = 'logger.fatal("one"); logger.fatal("two"); process.exit(5);';
  expect(await outcomeOf(fatal, full)).toEqual([5, null]);
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

const secret = 'Zoé Lefèvre <zoe@exemple.fr> Bonjour à vous';

function pgError(code: string): Error {
  const told = { detail: `Failing row (${secret}).`, where: secret, query: secret, parameters: [secret] };
  return Object.assign(new Error(`refused: ${secret}`), { name: 'error', severity: 'ERROR', code, ...told });
}

/** A line that looks like a stack frame. */
const frame = '    at x (/x.ts:1:1)';

function jsonError(): unknown {
  try {
    return JSON.parse(secret);
  } catch (error) {
    return error;
  }
}

const storeError = (text: string, facts: object) => Object.assign(new Error(text), facts);
const refused = storeError('connect ECONNREFUSED 127.0.0.1:5432', {
  code: 'ECONNREFUSED',
  syscall: 'connect',
});
const closedFor = (code: string) => storeError('terminating connection', { severity: 'FATAL', code });

/** Errors, most of which quote a visitor. */
const errors: Record<string, unknown> = {
  'a row that PostgreSQL refuses': pgError('23514'),
  'a date that PostgreSQL cannot keep': pgError('22008'),
  'a message raised by a trigger': pgError('P0001'),
  'a text that is no JSON': jsonError(),
  'a property of Node': Object.assign(new TypeError(secret), { input: secret, code: 'ERR_INVALID_URL' }),
  'an error of ours around another': new StorageUnavailableError('unwritable', pgError('23505')),
  'several at once': new AggregateError([pgError('23505')], secret),
  'a code that is a text': Object.assign(new Error(secret), { code: secret }),
  'no error at all': secret,
  'nothing at all': null,
  'a message that was replaced': Object.assign(new Error(`${secret}\n${frame} ${secret}`), { message: '' }),
  'an error in lines': new Error(`first\n${frame} ${secret} (/x.ts:1:1)`, { cause: new Error(secret) }),
  'a store that is away': new StorageUnavailableError('unreachable', refused),
  'a store that is busy': new StorageUnavailableError('busy', undefined),
  'a full disk': storeError('database or disk is full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
  'a file that is gone': storeError('/srv/vitrine.db was removed', { code: 'ERR_STORE_FILE_GONE' }),
  ...Object.fromEntries(
    '08006 28P01 3D000 40P01 42501 53300 55P03 57P01 58030'
      .split(' ')
      .map((code) => [`the state ${code}`, closedFor(code)]),
  ),
};

it('tells of an error what was approved, where it happened, and no word of a visitor', async () => {
  const told = Object.entries(errors).map(([what, error]) => {
    const logged = loggedError(error);
    for (const word of ['Zoé', 'zoe@', 'Bonjour']) expect(JSON.stringify(logged), what).not.toContain(word);
    return `${what}: ${JSON.stringify(logged, (key, value) => (key === 'stack' ? undefined : value))}\n`;
  });
  await expect(told.join('')).toMatchFileSnapshot('logged-errors.approved.txt');
  expect(loggedError(refused).stack).toMatch(/logger\.test\.ts/);
});

it('ends for errors that refer to each other', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(loggedError(error)).length).toBeLessThan(20_000);
});

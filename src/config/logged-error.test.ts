import { describe, expect, it } from 'vitest';
import { StorageUnavailableError } from '../storage/errors.server.ts';
import { loggedError } from './logged-error.ts';

const secret = 'Zoé Lefèvre <zoe@exemple.fr> Bonjour à vous';

function pgError(code: string): Error {
  return Object.assign(new Error(`value refused: ${secret}`), {
    name: 'error',
    severity: 'ERROR',
    code,
    detail: `Failing row contains (${secret}).`,
    where: secret,
    query: secret,
    parameters: [secret],
  });
}

function jsonError(): unknown {
  try {
    return JSON.parse(secret);
  } catch (error) {
    return error;
  }
}

describe('what the log keeps of an error', () => {
  it.each<[string, unknown]>([
    ['a row that PostgreSQL refuses', pgError('23514')],
    ['a value that PostgreSQL refuses', pgError('22P02')],
    ['a message raised by a trigger', pgError('P0001')],
    ['a text that is no JSON', jsonError()],
    ['a property of Node', Object.assign(new TypeError(secret), { input: secret, code: 'ERR_INVALID_URL' })],
    ['an error of ours around another', new StorageUnavailableError('unwritable', pgError('23505'))],
    ['several at once', new AggregateError([pgError('23505')], secret)],
    ['a code that is a text', Object.assign(new Error(secret), { code: secret })],
    ['no error at all', secret],
    [
      'an error in several lines',
      new Error(`first\n    at ${secret} (/x.ts:1:1)`, { cause: new Error(secret) }),
    ],
  ])('%s: no word of the visitor', (_what, error) => {
    const kept = JSON.stringify(loggedError(error));
    for (const word of ['Zoé', 'zoe@', 'Bonjour']) expect(kept).not.toContain(word);
  });

  it('is enough to know what happened and where', () => {
    expect(loggedError(pgError('23514'))).toMatchObject({ type: 'error', code: '23514' });
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    });
    const { cause, stack } = loggedError(new StorageUnavailableError('unreachable', refused));
    expect(cause).toMatchObject({ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:5432' });
    expect(stack).toMatch(/logged-error\.test\.ts/);
    const away = Object.assign(new Error('terminating connection'), { severity: 'FATAL', code: '57P01' });
    expect(loggedError(away).message).toBe('terminating connection');
  });

  it.each([
    Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
    Object.assign(new Error('/srv/vitrine.db was removed'), { code: 'ERR_STORE_FILE_GONE' }),
    new StorageUnavailableError('busy', undefined),
  ])('keeps the message of $name, which quotes nothing', (error) => {
    expect(loggedError(error)).toMatchObject({ type: error.name, message: error.message });
  });

  it('ends for errors that refer to each other', () => {
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(loggedError(error)).length).toBeLessThan(20_000);
  });
});

import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { isDiskFull } from './errors.server.ts';

/** A file system that always reports no free space. */
const noRoom = process.platform === 'darwin' ? '/dev' : '/proc';
/** SQLITE_IOERR_SHMSIZE, which a full disk gives to the first process that opens the store. */
const ioError = Object.assign(new Error('disk I/O error'), { errcode: 4874 });

it.each<[string, object, string, boolean]>([
  ['SQLite says so', { errcode: 13 }, tmpdir(), true],
  ['the system says so', { code: 'ENOSPC' }, tmpdir(), true],
  ['a write failed where there is no room', ioError, noRoom, true],
  ['no file opens where there is no room', { errcode: 14 }, noRoom, true],
  ['a write failed where there is room', ioError, tmpdir(), false],
  ['a write failed where there is no disk any more', ioError, '/nowhere', false],
  ['another error where there is no room', { code: 'EACCES' }, noRoom, false],
])('is told by the error, and by the disk: %s', (_, error, folder, expected) => {
  expect(isDiskFull(error, folder)).toBe(expected);
});

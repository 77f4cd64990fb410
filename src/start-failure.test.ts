import { describe, expect, it } from 'vitest';
import { explainFailure } from './cli/failure.server.ts';
import { ConfigError, readConfig } from './config/config.server.ts';
import { explainStartFailure } from './start-failure.server.ts';
import {
  MigrationFailedError,
  StorageUnavailableError,
  type UnavailableReason,
} from './storage/errors.server.ts';

const config = readConfig({ HOST: '10.1.2.3', PORT: '4000', DATA_DIR: '/srv/donnees' });
const failure = (facts: object, said = 'not for the operator') => Object.assign(new Error(said), facts);
const unavailable = (reason: UnavailableReason, facts = {}) =>
  new StorageUnavailableError(reason, failure(facts, 'of the engine'));

it.each<[string, Error, RegExp]>([
  ['a port in use', failure({ code: 'EADDRINUSE' }), /port 4000 de 10\.1\.2\.3 est déjà utilisé.*PORT=4001/],
  ['a forbidden port', failure({ code: 'EACCES' }), /port 4000 demande des droits/],
  ['an address of another machine', failure({ code: 'EADDRNOTAVAIL' }), /HOST=10\.1\.2\.3/],
  ['an unknown host', failure({ code: 'ENOTFOUND' }), /HOST=10\.1\.2\.3/],
  ['a missing file', failure({ code: 'ENOENT' }), /npm run build/],
  ['a missing module', failure({ code: 'ERR_MODULE_NOT_FOUND' }), /npm run build/],
  ['a folder', unavailable('unwritable'), /DATA_DIR=\/srv\/donnees n’est pas accessible en écriture/],
  ['a file', unavailable('unwritable-file'), /ne peut pas lire et modifier vitrine\.db/],
  ['a disk', unavailable('full'), /disque de \/srv\/donnees est plein/],
  ['another program', unavailable('busy'), /DATA_DIR=\/srv\/donnees est occupée/],
  ['another file', unavailable('not-a-database'), /DATA_DIR=\/srv\/donnees n’est pas une base SQLite/],
  ['a newer version', unavailable('newer-schema'), /version plus récente/],
  ['a password', unavailable('unreachable', { code: '28P01' }), /\(28P01\)\. Le nom ou le mot de passe/],
  [
    'a missing database',
    unavailable('unreachable', { code: '3D000' }),
    /\(3D000\)\. Cette base n’existe pas/,
  ],
  ['no encryption', unavailable('unreachable', { code: '28000' }), /\(28000\)\..*chiffrée.*pg_hba/],
  ['no server', unavailable('unreachable', { code: 'ECONNREFUSED' }), /\(ECONNREFUSED\)\. Vérifiez l’hôte/],
  ['an old certificate', unavailable('unreachable', { code: 'CERT_HAS_EXPIRED' }), /a expiré/],
  ['its own certificate', unavailable('unreachable', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), /sslrootcert/],
  ['another code', unavailable('unreachable', { code: 'XX000' }), /\(XX000\)\. Vérifiez l’hôte, le port/],
  ['no code', unavailable('unreachable'), /\(of the engine\)/],
  ['nothing foreseen', failure({}, 'unforeseen'), /unforeseen.*start-failure\.test\.ts/s],
])('a start that fails for %s is explained, with the remedy', (_for, error, words) => {
  expect(explainStartFailure(error, config)).toMatch(words);
});

describe('the server and the command line say the same, in a migration too, of', () => {
  const refusal = (code: string, said: string) => failure({ code, severity: 'ERROR' }, said);
  it.each<[string, Error, RegExp]>([
    ['a refusal', refusal('42501', 'permission denied'), /^La base a refusé l’opération : permission denied/],
    ['too many connections', refusal('53300', 'too many'), /\(53300\)\..*dix au plus.*limite du compte/],
    ['a replica', refusal('25006', 'read-only'), /lectures.*serveur principal dans DATABASE_URL/],
    ['a full disk', failure({ errcode: 13 }), /disque de \/srv\/donnees est plein/],
    ['a busy store', failure({ errcode: 5 }), /DATA_DIR=\/srv\/donnees est occupée/],
    ['a store whose log is recovered', failure({ errcode: 261 }), /est occupée/],
  ])('%s, and blame no migration', (_what, cause, words) => {
    for (const error of [cause, new MigrationFailedError('0001-initial', cause)]) {
      const message = explainStartFailure(error, config);
      expect(message).toMatch(words);
      expect(message).not.toMatch(/\n|start-failure|0001/);
      expect(explainFailure(error, config)).toMatchObject({ exitCode: 5, message });
    }
  });

  it('a migration that failed for another reason, and name it', () => {
    const cause = failure({ errcode: 1299 }, 'NOT NULL constraint failed: message.phone');
    const error = new MigrationFailedError('0006-fewer-pages', cause);
    const named = /0006-fewer-pages failed: NOT NULL constraint failed/;
    expect(explainStartFailure(error, config)).toMatch(named);
    expect(explainFailure(error, config)).toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(named),
    });
  });
});

it('what fails without settings is told as well: a missing build, and every wrong variable', () => {
  expect(explainStartFailure(failure({ code: 'ENOENT' }), undefined)).toMatch(/npm run build/);
  const problems = [
    { variable: 'PORT', expected: 'un nombre' },
    { variable: 'API_URL', expected: 'une adresse' },
  ];
  expect(explainStartFailure(new ConfigError(problems), undefined)).toMatch(/PORT.*un nombre.*API_URL/s);
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config/config.server.ts';
import { explainFailure } from './failure.server.ts';
import { MigrationFailedError, StorageUnavailableError as Unavailable } from './storage/errors.server.ts';

const config = readConfig({ HOST: '10.1.2.3', PORT: '4000', DATA_DIR: '/srv/donnees' });
const failure = (facts: object, said = 'not for the operator') => Object.assign(new Error(said), facts);
const unavailable = (reason: Unavailable['reason'], facts = {}) =>
  new Unavailable(reason, failure(facts, 'of the engine'));

const built = join(import.meta.dirname, '../dist/index.js');
const listening = (code: string, syscall = 'listen') => failure({ code, syscall });
const unreachable = (code: string) => unavailable('unreachable', { code });

it.each<[string, Error, RegExp]>([
  ['a port in use', listening('EADDRINUSE'), /port 4000 de 10\.1\.2\.3 est déjà utilisé.*PORT=4001/],
  ['a forbidden port', listening('EACCES'), /port 4000 demande des droits/],
  ['an address of another machine', listening('EADDRNOTAVAIL'), /HOST=10\.1\.2\.3/],
  ['an unknown host', listening('ENOTFOUND', 'getaddrinfo'), /HOST=10\.1\.2\.3/],
  ['a missing build', failure({ code: 'ENOENT', path: built }), /npm run build/],
  ['a missing module', failure({ code: 'ERR_MODULE_NOT_FOUND' }), /npm run build/],
  ['a folder', unavailable('unwritable'), /DATA_DIR=\/srv\/donnees n’est pas accessible en écriture/],
  ['a file', unavailable('unwritable-file'), /ne peut pas lire et modifier vitrine\.db/],
  ['another file', unavailable('damaged'), /DATA_DIR=\/srv\/donnees est abîmée/],
  ['a password', unreachable('28P01'), /\(28P01\)\. Le nom ou le mot de passe/],
  ['no password', new Unavailable('unreachable', failure({}, 'SASL: …')), /nom ou le mot de passe/],
  ['a missing certificate', unreachable('ENOENT'), /\(ENOENT\).*sslrootcert/],
  [
    'an unknown authority',
    unreachable('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    /certificat du serveur est refusé/,
  ],
  ['a missing database', unreachable('3D000'), /\(3D000\)\. Cette base n’existe pas/],
  ['a closed entry', unreachable('28000'), /\(28000\).*pg_hba\.conf/],
  ['no TLS', new Unavailable('unreachable', failure({}, 'does not support SSL')), /retirez sslmode/],
  ['no server', unreachable('ECONNREFUSED'), /\(ECONNREFUSED\)\. Vérifiez l’hôte, le port/],
  ['an old certificate', unreachable('CERT_HAS_EXPIRED'), /a expiré/],
  ['a closed certificate', unreachable('EACCES'), /\(EACCES\).*sslrootcert et ses droits/],
  ['no code', unavailable('unreachable'), /\(of the engine\)/],
  ['a full disk of a copy', failure({ code: 'ENOSPC' }, 'no space'), /no space.*place sur le disque/],
  ['a refusal of SQLite', failure({ errcode: 19 }, 'NOT NULL'), /^La base a refusé l’opération\u00a0: NOT/],
  ['nothing foreseen', failure({}, 'unforeseen'), /unforeseen.*failure\.test\.ts/s],
])('a start that fails for %s is explained, with the remedy', async (_for, error, words) => {
  expect(explainFailure(error, config).message).toMatch(words);
});

describe('a failure of the store is explained, in a migration too:', () => {
  const refusal = (code: string, said: string) => failure({ code, severity: 'ERROR' }, said);
  it.each<[string, Error, RegExp]>([
    ['a refusal', refusal('42P01', 'no relation'), /^La base a refusé l’opération\u00a0: no relation/],
    ['an account that may not create', refusal('42501', 'denied'), /create schema.*alter role/],
    ['an empty search path', refusal('3F000', 'no schema'), /search_path est vide.*create schema/],
    ['too many connections', refusal('53300', 'too many'), /\(53300\)\..*limite du compte/],
    ['a server that is away', failure({ code: 'ECONNREFUSED' }), /\(ECONNREFUSED\)\. Vérifiez/],
    ['a server that goes away', failure({ code: 'ECONNRESET' }), /\(ECONNRESET\)\. Vérifiez/],
    ['a full disk of the server', refusal('53100', 'no space'), /disque du serveur PostgreSQL est plein/],
    ['a replica', refusal('25006', 'read-only'), /lectures.*serveur principal dans DATABASE_URL/],
    ['a full disk', failure({ errcode: 13 }), /disque de \/srv\/donnees est plein/],
    ['a damaged store', failure({ errcode: 11 }), /est abîmée/],
    ['a store that is read-only', failure({ errcode: 8 }), /lire et modifier vitrine\.db/],
    ['a store that cannot be opened', failure({ errcode: 14 }), /lire et modifier vitrine\.db/],
    ['a busy store', failure({ errcode: 261 }), /verrouille \S+\/vitrine\.db.*savoir lequel.*fuser/],
  ])('%s, and no migration is blamed', async (_what, cause, words) => {
    for (const error of [cause, new MigrationFailedError('0001-schema', cause)]) {
      const { message, exitCode } = explainFailure(error, config);
      expect(message).toMatch(words);
      expect(message).not.toMatch(/\n|failure|0001/);
      expect(exitCode).toBe(5);
    }
  });

  it('a migration that failed for another reason is named', async () => {
    const cause = failure({ errcode: 1299 }, 'NOT NULL constraint failed: message.phone');
    const { exitCode, message } = explainFailure(new MigrationFailedError('0002-later', cause), config);
    expect(exitCode).toBe(1);
    expect(message).toMatch(/0002-later failed: NOT NULL constraint failed/);
  });
});

import { expect, it } from 'vitest';
import { explainFailure } from './cli/failure.server.ts';
import { ConfigError, readConfig } from './config/config.server.ts';
import { explainStartFailure } from './start-failure.server.ts';
import {
  MigrationFailedError,
  StorageUnavailableError,
  type UnavailableReason,
} from './storage/errors.server.ts';

const config = readConfig({ HOST: '10.1.2.3', PORT: '4000', DATA_DIR: '/srv/donnees' });
const coded = (code: string) => Object.assign(new Error('not for the operator'), { code });

it.each<[string, RegExp]>([
  ['EADDRINUSE', /port 4000 de 10\.1\.2\.3 est déjà utilisé.*PORT=4001/],
  ['EACCES', /port 4000 demande des droits/],
  ['EADDRNOTAVAIL', /HOST=10\.1\.2\.3/],
  ['ENOTFOUND', /HOST=10\.1\.2\.3/],
  ['ENOENT', /npm run build/],
  ['ERR_MODULE_NOT_FOUND', /npm run build/],
])('says what %s means and what to do', (code, words) => {
  expect(explainStartFailure(coded(code), config)).toMatch(words);
});

it.each(['ENOENT', 'ERR_MODULE_NOT_FOUND'])('says of an export without a build what to do: %s', (code) => {
  expect(explainStartFailure(coded(code), undefined)).toMatch(/npm run build/);
});

it.each<[UnavailableReason, RegExp]>([
  ['unwritable', /DATA_DIR=\/srv\/donnees n’est pas accessible en écriture/],
  ['unwritable-file', /DATA_DIR=\/srv\/donnees, ce compte ne peut pas lire et modifier vitrine\.db/],
  ['full', /disque de DATA_DIR=\/srv\/donnees est plein/],
  ['busy', /DATA_DIR=\/srv\/donnees est occupée/],
  ['not-a-database', /DATA_DIR=\/srv\/donnees n’est pas une base SQLite/],
  ['newer-schema', /version plus récente/],
])('says why the store cannot be used: %s', (reason, words) => {
  const error = new StorageUnavailableError(reason, new Error('of the engine'));
  expect(explainStartFailure(error, config)).toMatch(words);
});

it.each<[string | undefined, RegExp]>([
  ['28P01', /\(28P01\)\. Le nom ou le mot de passe/],
  ['3D000', /\(3D000\)\. Cette base n’existe pas/],
  ['28000', /\(28000\)\..*chiffrée.*pg_hba/],
  ['ECONNREFUSED', /\(ECONNREFUSED\)\. Rien n’écoute/],
  ['CERT_HAS_EXPIRED', /a expiré/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /sslrootcert/],
  ['XX000', /\(XX000\)\. Vérifiez l’hôte, le port/],
  [undefined, /\(of the driver\)/],
])('says why PostgreSQL accepts no connection: %s', (code, words) => {
  const cause = Object.assign(new Error('of the driver'), { code });
  expect(explainStartFailure(new StorageUnavailableError('unreachable', cause), config)).toMatch(words);
});

it.each<[string, string, RegExp]>([
  [
    '42501',
    'permission denied for table profile',
    /^La base a refusé l’opération : permission denied for table/,
  ],
  ['53300', 'too many connections for role "site"', /\(53300\)\..*dix au plus.*limite du compte/],
  [
    '25006',
    'cannot execute INSERT in a read-only transaction',
    /lectures.*serveur principal dans DATABASE_URL/,
  ],
])('says what PostgreSQL refused, in a migration too, as the command line does: %s', (code, said, words) => {
  const refusal = Object.assign(new Error(said), { code, severity: 'ERROR' });
  for (const error of [refusal, new MigrationFailedError('0001-initial', refusal)]) {
    const message = explainStartFailure(error, config);
    expect(message).toMatch(words);
    expect(message).not.toMatch(/\n|start-failure/);
    expect(explainFailure(error, config)).toMatchObject({ exitCode: 5, message });
  }
});

it.each<[string, number, RegExp]>([
  ['full disk', 13, /disque de DATA_DIR=\/srv\/donnees est plein/],
  ['busy store', 5, /DATA_DIR=\/srv\/donnees est occupée/],
  ['busy store, while its log is recovered', 261, /est occupée/],
])('blames no migration for a %s, as the command line does', (_, errcode, words) => {
  const cause = Object.assign(new Error('of SQLite'), { errcode });
  for (const error of [cause, new MigrationFailedError('0006-fewer-pages', cause)]) {
    const message = explainStartFailure(error, config);
    expect(message).toMatch(words);
    expect(message).not.toContain('0006');
    expect(explainFailure(error, config)).toMatchObject({ exitCode: 5, message });
  }
});

it('names the migration that failed for another reason', () => {
  const cause = Object.assign(new Error('NOT NULL constraint failed: message.phone'), { errcode: 1299 });
  const error = new MigrationFailedError('0006-fewer-pages', cause);
  const named = /0006-fewer-pages failed: NOT NULL constraint failed/;
  expect(explainStartFailure(error, config)).toMatch(named);
  expect(explainFailure(error, config)).toMatchObject({ exitCode: 1, message: expect.stringMatching(named) });
});

it('lists every wrong variable', () => {
  const problems = [
    { variable: 'PORT', expected: 'un nombre' },
    { variable: 'API_URL', expected: 'une adresse' },
  ];
  expect(explainStartFailure(new ConfigError(problems), undefined)).toMatch(/PORT.*un nombre.*API_URL/s);
});

it('shows where an error comes from that nobody foresaw', () => {
  expect(explainStartFailure(new Error('unforeseen'), config)).toMatch(
    /unforeseen.*start-failure\.test\.ts/s,
  );
});

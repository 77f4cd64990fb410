import { chmod, chown, copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contactMutation } from '../../src/contact/mutation.ts';
import { CERTIFIED_HOST, type CertificateFiles, makeCertificate } from '../support/certificate.ts';
import { contactInput } from '../support/contact.ts';
import { startPostgres, type ThrowAwayPostgres } from '../support/postgres.ts';
import { startSite } from '../support/site.ts';
import { runHere } from './run-here.ts';

/** A PostgreSQL that takes nobody without TLS, as those of a provider do, and shows a certificate that no system knows. */
let server: ThrowAwayPostgres;
let folder: string;
let certificate: CertificateFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-tls-'));
  server = await startPostgres();
  certificate = await makeCertificate(folder);
  await onlyWithTls(server.url, certificate);
});

afterAll(async () => {
  await server.remove();
  await rm(folder, { recursive: true, force: true });
});

async function onlyWithTls(url: string, { certificateFile, keyFile }: CertificateFiles): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const dataDir: string = (await client.query('show data_directory')).rows[0].data_directory;
  for (const file of [certificateFile, keyFile]) await giveTo(dataDir, file);
  await client.query(`alter system set ssl_cert_file = '${basename(certificateFile)}'`);
  await client.query(`alter system set ssl_key_file = '${basename(keyFile)}'`);
  await client.query('alter system set ssl = on');
  const access = join(dataDir, 'pg_hba.conf');
  await writeFile(access, (await readFile(access, 'utf8')).replaceAll(/^host /gm, 'hostssl '));
  await client.query('select pg_reload_conf()');
  await client.end();
}

/** PostgreSQL reads a key only if it is its own and nobody else's. */
async function giveTo(dataDir: string, file: string): Promise<void> {
  const [copy, { uid, gid }] = [join(dataDir, basename(file)), await stat(dataDir)];
  await copyFile(file, copy);
  await chmod(copy, 0o600);
  await chown(copy, uid, gid);
}

function verified(): string {
  return `sslmode=verify-full&sslrootcert=${certificate.certificateFile}`;
}

function address(search: string, host = CERTIFIED_HOST): Record<string, string> {
  const url = new URL(server.url);
  url.hostname = host;
  url.search = search;
  return { DATABASE_URL: url.href };
}

it('stores and reads messages over TLS, whose certificate is verified', async () => {
  const site = await startSite({ env: address(verified()) });
  const answer = await fetch(`${site.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: contactMutation, variables: { input: contactInput } }),
  });
  expect(await answer.json()).toEqual({ data: { postContactForm: { isSend: true } } });
  const { code, stdout } = await site.cli('messages', 'list');
  expect(stdout).toContain(contactInput.fullname);
  expect(code).toBe(0);
  await site.stop();
});

it.each([
  ['a connection in the clear', CERTIFIED_HOST, () => '', '28000'],
  [
    'a certificate of an unknown authority',
    CERTIFIED_HOST,
    () => 'sslmode=verify-full',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
  ['a name that the certificate does not have', '127.0.0.1', verified, 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('refuses %s, and says what to do', async (_what, host, search, code) => {
  const refused = await runHere(['profile', 'export'], { ...address(search(), host), DATA_DIR: folder });
  expect(refused.stderr).toContain(`(${code})`);
  expect(refused.stderr).toContain('sslmode=verify-full');
  expect(refused.code).toBe(5);
});

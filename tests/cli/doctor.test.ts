import { execFileSync } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  createSecureContext,
  getCACertificates,
  type SecureContext,
  setDefaultCACertificates,
} from 'node:tls';
import { expect, it, onTestFinished, type TestContext, vi } from 'vitest';
import { checkProcesses } from '../../src/cli/doctor/site-checks.server.ts';
import { open as openPromises } from '../../src/site.ts';
import { makeCertificate } from '../support/certificate.ts';
import { output } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { fillDisk, smallDisk } from '../support/small-disk.ts';
import { sinkForTest } from '../support/smtp-sink.ts';
import { expectSession } from './session.ts';
import { testStore } from './test-store.ts';

const store = testStore('each');

it('LEGAL-1, STUDIO-6: lists what the owner has to replace or confirm, by file and field', async () => {
  const { code, stdout } = await store.run('doctor', '--content');
  expect(code).toBe(1);
  for (const { file, line, field, value } of openPromises)
    expect(stdout).toContain(`\n${file}:${line}  ${field} : ${value}\n`);
});

it('R23, R25: what is wrong with store, mails, files and copies is told in the approved words, with what mends it', async () => {
  const { url } = await sinkForTest();
  const sink = await sinkForTest({ credentials: { user: 'a', pass: 'b' } });
  const addresses = {
    SINK: sink.url,
    WRONG: sink.url.replace('a:b@', 'a:wrong@'),
    CLEAR: url.replace('127.0.0.1', '[::ffff:127.0.0.1]').replace(/\/$/, ''),
  };
  await expectSession('doctor.txt', async (store) => {
    await store.run('advanced', 'retention');
    await store.run('backup', store.file('copy.db'));
    return [addresses, { received: async () => ({ stdout: `${sink.messages.length}` }) }];
  });
});

type Named = (error: null, context: SecureContext) => void;
type Found = (error: null, address: string | dns.LookupAddress[], family?: number) => void;

const PAGE = '<h1></h1></html>';

/** Makes an API at https://site.invalid, which leads to this machine. */
async function atSite({ status = 200, body = '{"checks":{}}', isTrusted = true, days = 30, page = PAGE }) {
  const { keyFile, certificateFile } = await makeCertificate(store.file(''), 'site.invalid', days);
  const [key, cert] = [await readFile(keyFile, 'utf8'), await readFile(certificateFile, 'utf8')];
  // The certificate is given only for the site's name.
  const ofName = (_name: string, done: Named) => done(null, createSecureContext({ key, cert }));
  const site = createTlsServer({ SNICallback: ofName }, ({ url }, response) =>
    url === '/elsewhere' || url === '/readyz'
      ? response.writeHead(url === '/readyz' ? status : 200, { location: '/elsewhere' }).end(body)
      : response.writeHead(status).end(page),
  );
  await once(site.listen(0, '127.0.0.1'), 'listening');
  vi.spyOn(dns, 'lookup').mockImplementation(((_host: string, options: dns.LookupOptions, done: Found) =>
    options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never);
  const before = getCACertificates('default');
  if (isTrusted) setDefaultCACertificates([cert]);
  onTestFinished(() => {
    setDefaultCACertificates(before);
    site.close();
  });
  const { port } = site.address() as AddressInfo;
  return { API_URL: `https://site.invalid:${port}`, TRUST_PROXY: '1' };
}

async function onDisk(context: TestContext, bytes: number, files?: number) {
  const DATA_DIR = await smallDisk(context, bytes, files);
  await cp(store.dataDir, DATA_DIR, { recursive: true });
  return { DATA_DIR };
}

/** Breaks the site, or the disk of its store; returns variables for `doctor`. */
type Break = (context: TestContext) => Promise<Record<string, string>>;

const fullDisk: Break = async (context) => {
  const env = await onDisk(context, 2_000_000);
  fillDisk(join(env.DATA_DIR, 'filler'));
  return env;
};

const diskOfManyFiles: Break = async (context) => {
  const env = await onDisk(context, 1_000_000_000, 4);
  for (let name = 0; name < 9; name += 1) await writeFile(join(env.DATA_DIR, `${name}`), '').catch(() => {});
  return env;
};

const readOnlyDisk: Break = async (context) => {
  const env = await onDisk(context, 1_000_000_000);
  execFileSync('mount', ['-o', 'remount,ro', env.DATA_DIR]);
  return env;
};

const certificate = 'Site .*certbot renew.*nginx';
const sabotages: readonly (readonly [what: string, red: string, breaks: Break])[] = [
  ['an ended certificate', certificate, () => atSite({ days: -1 })],
  ['a certificate that ends soon', certificate, () => atSite({ days: 9 })],
  ['an unknown certificate', certificate, () => atSite({ isTrusted: false })],
  ['a site that is not ready', 'Site .*Lancez le site', () => atSite({ status: 503 })],
  ['an address that leads elsewhere', 'Site .*SITE_URL', () => atSite({ status: 308 })],
  ['pages that are blank', 'Site .*upgrade\\.md', () => atSite({ page: '' })],
  ['another site', 'Site .*SITE_URL', () => atSite({ body: '{}' })],
  ['a full disk', 'Base .*plein \\(df -h\\)', fullDisk],
  ['a disk with too many files', 'Base .*df -i', diskOfManyFiles],
  ['a read-only disk', 'Base .*lecture seule.*dmesg', readOnlyDisk],
];

it.for(sabotages)('R23: %s turns this check alone red: %s', async ([_what, red, breaks], context) => {
  await store.run('advanced', 'retention');
  expect(await store.run('doctor')).toMatchObject({ code: 0 });
  const { code, stdout } = await store.runWith(await breaks(context), 'doctor');
  const problems = stdout.match(/^✗ .*\n.*$/gm);
  expect([code, problems]).toEqual([1, [expect.stringMatching(RegExp(`^✗ ${red}`, 's'))]]);
});

it('finds a site sound that answers over TLS', async () => {
  const stdout = expect.stringMatching(/^✓ Site +https:\/\/site\.invalid/m);
  expect(await store.runWith(await atSite({}), 'doctor')).toMatchObject({ stdout });
});

it('warns of a public site whose store goes with its container', async (context) => {
  const env = await onDisk(context, 1_000_000_000);
  const check = async (SITE_URL: string) => {
    const { stdout } = await store.runWith({ ...env, SITE_URL }, 'doctor');
    return /^(.) Base .*(?:\n +→.*DATABASE_URL)?/m.exec(stdout)?.[0];
  };
  expect(await check('http://localhost')).toMatch(/^✓/);
  expect(await check('https://site.invalid')).toMatch(/^! .*\n.*DATABASE_URL/);
});

it('R23: asks every process that systemd is to run for its pages', async () => {
  const [units, run] = [store.file('units'), store.file('run')];
  for (const folder of [units, run]) await mkdir(folder);
  const pages = createServer((_request, response) => response.end(PAGE)).listen(join(run, '3001'));
  const blank = createServer((_request, response) => response.end()).listen(join(run, '3003'));
  onTestFinished(() => void [pages, blank].map((site) => site.close()));
  const found: unknown[] = [];
  for (const port of ['', '3001', '3003', '3002']) {
    if (port) await symlink('/dev/null', join(units, `vitrine@${port}.service`));
    found.push(await checkProcesses({ units, socketOf: (instance) => join(run, instance) }));
  }
  const down = (port: string, fault: string) => ({
    ...{ verdict: 'problem', detail: expect.stringMatching(`^vitrine@${port} .*${fault}`) },
    fix: expect.stringContaining(`systemctl restart vitrine@${port}`),
  });
  const ready = { verdict: 'ok', detail: '1 prêt' };
  expect(found).toEqual([undefined, ready, down('3003', 'GET / '), down('3002', 'ENOENT')]);
});

it.each(['HOST', 'SOCKET'])('R23: the health check asks at %s, where the site listens', async (name) => {
  const [port, socket] = [await freePort(), store.file('site.sock')];
  const site = createServer(({ url }, response) => url === '/readyz' && response.end());
  if (name === 'SOCKET') site.listen(socket);
  else site.listen(port, '127.0.0.7');
  onTestFinished(() => void site.close());
  const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: `http://127.0.0.1:${port}` };
  const ask = (where: object, path = '/readyz') => {
    const env = { ...proxy, PORT: `${port}`, ...where };
    return output(process.execPath, ['deploy/health.mjs', path], { cwd: ROOT, env });
  };
  const there = name === 'SOCKET' ? { SOCKET: socket } : { HOST: '127.0.0.7' };
  await ask(there);
  await expect(ask(there, '/silent'), 'without an answer').rejects.toThrow();
  await expect(ask({}), `without ${name}`).rejects.toThrow();
});

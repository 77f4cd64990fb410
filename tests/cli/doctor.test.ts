import { execFileSync } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { chmod, cp, mkdir, readFile, realpath, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  createSecureContext,
  getCACertificates,
  type SecureContext,
  setDefaultCACertificates,
} from 'node:tls';
import { sql } from 'kysely';
import { expect, it, onTestFinished, type TestContext, vi } from 'vitest';
import { checkNames } from '../../src/cli/doctor/checks.server.ts';
import type { Finding } from '../../src/cli/doctor/finding.server.ts';
import { checkProcesses } from '../../src/cli/doctor/site-checks.server.ts';
import { DAY_MS } from '../../src/config/clock.ts';
import { storeMessage } from '../../src/contact/store-message.server.ts';
import { firstProfile, open as openPromises } from '../../src/site.ts';
import { noteBackup } from '../../src/storage/backup.server.ts';
import { makeCertificate } from '../support/certificate.ts';
import { aMessage } from '../support/contact.ts';
import { output } from '../support/launched.ts';
import { runHeldBack } from '../support/ordinary-account.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { fillDisk, smallDisk } from '../support/small-disk.ts';
import { sinkForTest } from '../support/smtp-sink.ts';
import { testStore } from './test-store.ts';

const HOUR_MS = 3_600_000;
const store = testStore('each');

type CheckName = keyof typeof checkNames;
const keys = Object.fromEntries(Object.entries(checkNames).map(([key, name]) => [name, key]));
const verdicts: Readonly<Record<string, Finding['verdict']>> = { '✓': 'ok', '!': 'warning', '✗': 'problem' };

const LINE = /^([✓!✗]) (.+?)(?: {2,}(.+))?(?:\n +→ (.+))?$/gm;

/** Reads the findings of `doctor` by check; each names a remedy unless all is well. */
function readFindings(stdout: string) {
  const findings: Partial<Record<CheckName, Finding>> = {};
  for (const [, mark = '', name = '', detail = '', fix] of stdout.matchAll(LINE)) {
    const verdict = verdicts[mark] ?? 'problem';
    expect(fix === undefined, stdout).toBe(verdict === 'ok');
    findings[keys[name] as CheckName] = { verdict, detail, ...(fix !== undefined && { fix }) };
  }
  return findings;
}

async function examine(env: Record<string, string> = {}) {
  const { code, stdout } = await store.runWith({ PORT: `${await freePort()}`, ...env }, 'doctor');
  return { code, checks: readFindings(stdout) };
}

const check = async (name: CheckName, env = {}) => (await examine(env)).checks[name];
const containing = (text: string) => expect.stringContaining(text);

it('LEGAL-1, STUDIO-6: lists what the owner has to replace or confirm, by file and field', async () => {
  const { code, stdout } = await store.run('doctor', '--content');
  expect(code).toBe(1);
  for (const { file, line, field, value } of openPromises)
    expect(stdout).toContain(`\n${file}:${line}  ${field} : ${value}\n`);
});

it('reports a check that fails to run as a problem, beside the others', async () => {
  await store.open(({ db }) => sql`alter table profile rename to other`.execute(db));
  const { code, stdout } = await store.run('doctor');
  expect(code).toBe(1);
  expect(stdout).toMatch(/le contrôle n’a pas pu se faire \(no such table: profile\)/);
  expect(stdout).toContain('SQLite, ');
});

it('sees whether visitors are shown the invented profile', async () => {
  await store.open(({ db }) => db.updateTable('profile').set({ metier: 'Développeuse' }).execute());
  expect((await check('profile'))?.detail).toContain(firstProfile.name);
  await store.open(({ db }) => db.updateTable('profile').set({ name: 'Anne\u001b[2J' }).execute());
  expect(await check('profile'), 'no sign that a terminal obeys').toMatchObject({ detail: 'Anne�[2J' });
});

it('tries the mail server, and sends nothing', async () => {
  const sink = await sinkForTest({ credentials: { user: 'a', pass: 'b' } });
  expect(await check('smtp', { SMTP_URL: sink.url })).toMatchObject({ verdict: 'ok' });
  const wrong = await check('smtp', { SMTP_URL: sink.url.replace('a:b@', 'a:wrong@') });
  expect(wrong).toMatchObject({ verdict: 'problem', detail: containing('535') });
  expect(sink.messages).toEqual([]);
});

it.each([
  ['', 'warning', 'smtps://'],
  ['?requireTLS=true', 'problem', 'STARTTLS'],
])('warns of mails that cross the network in the clear: %s', async (option, verdict, fix) => {
  const { url } = await sinkForTest();
  // This address of this machine is not recognised as local.
  const SMTP_URL = `${url.replace('127.0.0.1', '[::ffff:127.0.0.1]')}${option}`;
  expect(await check('smtp', { SMTP_URL })).toMatchObject({ verdict, fix: containing(fix) });
});

it.each([
  ['for nine minutes', 9, {}, 'ok', ''],
  ['as they are retried', 9, { last_error: 'SMTP 552' }, 'warning', 'SMTP 552'],
] as const)('sees mails that do not leave: %s', async (_why, minutes, mail, verdict, detail) => {
  await store.add({});
  const created_at = Date.now() - minutes * 60_000;
  const waiting = { created_at, due_at: Date.now() + 60_000, ...mail };
  await store.open(({ db }) => db.updateTable('outbox').set(waiting).execute());
  const found = await check('outbox', { SMTP_URL: (await sinkForTest()).url });
  expect(found).toMatchObject({ verdict, detail: containing(detail) });
});

it('warns of notices that do not leave, where there is a NOTIFY_URL', async () => {
  const NOTIFY_URL = 'http://127.0.0.1:8080/';
  await store.open((storage) => storeMessage(storage, aMessage(), Date.now(), true));
  const failed = (created_at: number) =>
    store.open(({ db }) => db.updateTable('notice').set({ last_error: 'HTTP 404', created_at }).execute());
  expect(await check('notices', { NOTIFY_URL })).toMatchObject({ verdict: 'ok' });
  await failed(Date.now());
  const warned = { verdict: 'warning', detail: containing('HTTP 404'), fix: containing('mail test') };
  expect(await check('notices', { NOTIFY_URL })).toMatchObject(warned);
  expect(await check('notices')).toBeUndefined();
  await failed(Date.now() - 11 * DAY_MS);
  expect(await check('notices', { NOTIFY_URL })).toMatchObject({ verdict: 'ok' });
});

it.each([
  [2, 'http://localhost', 'ok'],
  [4, 'http://localhost', 'warning'],
  [4, 'https://site.invalid', 'problem'],
])('sees that nothing was erased for %i hours: %s', async (hours, SITE_URL, verdict) => {
  expect(await check('retention', { SITE_URL })).toMatchObject({ detail: 'aucun passage encore' });
  await store.lastRetention(Date.now() - hours * HOUR_MS);
  expect(await check('retention', { SITE_URL })).toMatchObject({ verdict });
});

it('warns of a public site whose store goes with its container', async (context) => {
  const DATA_DIR = await onDisk(context, 1_000_000_000);
  expect(await check('store', { DATA_DIR })).toMatchObject({ verdict: 'ok' });
  const warned = { verdict: 'warning', fix: containing('DATABASE_URL') };
  expect(await check('store', { DATA_DIR, SITE_URL: 'https://site.invalid' })).toMatchObject(warned);
});

it('sees data that other accounts may read', async () => {
  await chmod(`${store.dataDir}/vitrine.db`, 0o644);
  expect(await check('files')).toMatchObject({ verdict: 'warning', detail: containing('644') });
});

it('names a folder in a command that can be copied, whatever its name', async () => {
  const DATA_DIR = store.file("l'été $(id)");
  await mkdir(DATA_DIR, { mode: 0o755 });
  await store.runWith({ DATA_DIR }, 'advanced', 'migrate');
  const { fix = '' } = (await check('files', { DATA_DIR })) ?? {};
  await output('sh', ['-c', fix]);
  expect((await stat(DATA_DIR)).mode & 0o777).toBe(0o700);
});

it('sees whether every account may read the settings, where the link .env leads', async () => {
  const [file, folder] = [store.file('vitrine  settings.env'), store.file('site')];
  await writeFile(file, 'SMTP_URL=smtp://studio:secret@127.0.0.1:9');
  await mkdir(folder);
  await symlink(file, join(folder, '.env'));
  const filesCheck = async (mode: number) => {
    await chmod(file, mode);
    const args = [join(ROOT, 'src/start-cli.ts'), 'doctor'];
    const { stdout } = runHeldBack(args, { cwd: folder, env: { DATA_DIR: store.dataDir } });
    return readFindings(stdout).files;
  };
  expect(await filesCheck(0o640)).toMatchObject({ verdict: 'ok' });
  const fix = `chmod o-rwx '${await realpath(file)}'`;
  expect(await filesCheck(0o644)).toMatchObject({ verdict: 'warning', fix });
});

async function onDisk(context: TestContext, bytes: number, files?: number) {
  const disk = await smallDisk(context, bytes, files);
  await cp(store.dataDir, disk, { recursive: true });
  return disk;
}

async function noted(days: number, file: string) {
  await store.open(({ db }) => noteBackup(db, Date.now() + days * DAY_MS, file));
  return undefined;
}

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
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_host: string, options: dns.LookupOptions, done: Found) =>
      options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never);
  const before = getCACertificates('default');
  if (isTrusted) setDefaultCACertificates([cert]);
  onTestFinished(() => {
    setDefaultCACertificates(before);
    lookup.mockRestore();
    site.close();
  });
  const { port } = site.address() as AddressInfo;
  return { API_URL: `https://site.invalid:${port}`, TRUST_PROXY: '1' };
}

it('finds a site sound that answers over TLS', async () => {
  const detail = containing('https://site.invalid');
  expect(await check('site', await atSite({}))).toMatchObject({ verdict: 'ok', detail });
});

/** Moves the machine's clock alone by years, back for a negative number. */
async function yearsPass(years: number) {
  await store.lastRetention(Date.now() - years * 365 * DAY_MS);
  return noted(0, store.file('copy.db'));
}

const certificate = /certbot renew.*nginx/;

/** Breaks the store, or something beside it; returns variables for `doctor`. */
type Break = (context: TestContext) => Promise<Record<string, string> | undefined>;

const fullDisk: Break = async (context) => {
  const DATA_DIR = await onDisk(context, 2_000_000);
  fillDisk(join(DATA_DIR, 'filler'));
  return { DATA_DIR };
};

const diskOfManyFiles: Break = async (context) => {
  const DATA_DIR = await onDisk(context, 1_000_000_000, 4);
  for (let name = 0; name < 9; name += 1) await writeFile(join(DATA_DIR, `${name}`), '').catch(() => {});
  return { DATA_DIR };
};

const readOnlyDisk: Break = async (context) => {
  const DATA_DIR = await onDisk(context, 1_000_000_000);
  execFileSync('mount', ['-o', 'remount,ro', DATA_DIR]);
  return { DATA_DIR };
};

const stuckMails = async (created_at = 0) => {
  await store.add({});
  await store.open(({ db }) => db.updateTable('outbox').set({ created_at, due_at: 1e15 }).execute());
  return { SMTP_URL: (await sinkForTest()).url };
};

const badCopy: Break = async () => {
  await writeFile(store.file('bad.db'), 'x'.repeat(20_000));
  return noted(0, store.file('bad.db'));
};

const lostRow: Break = async () => {
  await store.add({});
  using db = new DatabaseSync(join(store.dataDir, 'vitrine.db'), { enableForeignKeyConstraints: false });
  db.exec('delete from message');
  return undefined;
};

const refusedMail: Break = async () => {
  await store.add({});
  await store.open(({ db }) => db.updateTable('outbox').set({ state: 'refused' }).execute());
  return { SMTP_URL: (await sinkForTest()).url };
};

const sabotages: readonly (readonly [what: string, red: CheckName, remedy: RegExp, breaks: Break])[] = [
  ['an ended certificate', 'site', certificate, () => atSite({ days: -1 })],
  ['a certificate that ends soon', 'site', certificate, () => atSite({ days: 9 })],
  ['an unknown certificate', 'site', certificate, () => atSite({ isTrusted: false })],
  ['a site that is not ready', 'site', /Lancez le site/, () => atSite({ status: 503 })],
  ['an address that leads elsewhere', 'site', /SITE_URL/, () => atSite({ status: 308 })],
  ['pages that are blank', 'site', /upgrade\.md/, () => atSite({ page: '' })],
  ['another site', 'site', /SITE_URL/, () => atSite({ body: '{}' })],
  ['a clock years ahead', 'retention', /timedatectl/, () => yearsPass(2)],
  ['a copy from the future', 'backup', /vitrine-backup.service/, () => noted(2, store.file('copy.db'))],
  ['a mail from the future', 'outbox', /advanced outbox/, () => stuckMails(Date.now() + 2 * DAY_MS)],
  ['a clock years behind', 'retention', /timedatectl/, () => yearsPass(-2)],
  ['a full disk', 'store', /plein \(df -h\)/, fullDisk],
  ['a disk with too many files', 'store', /df -i/, diskOfManyFiles],
  ['a read-only disk', 'store', /lecture seule.*dmesg/, readOnlyDisk],
  ['mails that do not leave', 'outbox', /advanced outbox/, () => stuckMails()],
  ['a refused mail', 'outbox', /advanced resend/, refusedMail],
  ['a store that lost a row', 'store', /restore <fichier>/, lostRow],
  ['an old copy', 'backup', /vitrine-backup/, () => noted(-2, join(store.dataDir, 'vitrine.db'))],
  ['a copy that is gone', 'backup', /vitrine-backup/, () => noted(0, store.file('gone.db'))],
  ['a copy that cannot be read', 'backup', /vitrine-backup/, badCopy],
];

async function soundStore() {
  await store.run('advanced', 'retention');
  await store.run('backup', store.file('copy.db'));
  expect((await examine()).code).toBe(0);
}

function expectRed({ code, checks }: Awaited<ReturnType<typeof examine>>, red: CheckName, remedy: RegExp) {
  const problems = Object.entries(checks).filter(([, { verdict }]) => verdict === 'problem');
  expect(problems).toEqual([[red, expect.objectContaining({ fix: expect.stringMatching(remedy) })]]);
  expect(code).toBe(1);
}

/** Matches the operator's commands in a remedy. */
const ADVISED = /npm run vitrine -- ((?:[a-z]+ |--)*[a-z]+(?: <fichier>)?)/g;
const mends = ['advanced resend', 'advanced retention --force', 'restore <fichier>'];

it.for(sabotages)(
  'R23, R25: %s turns %s alone red, and what is advised works: %s',
  async (sabotage, context) => {
    const [, red, remedy, breaks] = sabotage;
    await soundStore();
    const env = await breaks(context);
    const found = await examine(env);
    expectRed(found, red, remedy);
    for (const [, words = ''] of (found.checks[red]?.fix ?? '').matchAll(ADVISED)) {
      const typed = words.replace('<fichier>', `${store.file('copy.db')} --force`).split(' ');
      expect(await store.runWith(env ?? {}, ...typed)).toMatchObject({ code: 0 });
      if (mends.includes(words)) expect(await examine(env)).toMatchObject({ code: 0 });
    }
  },
);

it('R23: a store of another account turns store red, nothing else, and names the remedy', async () => {
  await soundStore();
  await chmod(`${store.dataDir}/vitrine.db`, 0o400);
  // Root could write in any case.
  const env = { DATA_DIR: store.dataDir };
  const { status, stdout } = runHeldBack(['src/start-cli.ts', 'doctor'], { cwd: ROOT, env });
  expectRed({ code: status ?? 0, checks: readFindings(stdout) }, 'store', /chown/);
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
    fix: containing(`systemctl restart vitrine@${port}`),
  });
  const ready = { verdict: 'ok', detail: '1 prêt' };
  expect(found).toEqual([undefined, ready, down('3003', 'GET / '), down('3002', 'ENOENT')]);
});

it.each(['HOST', 'SOCKET'])('R23: the health check asks at %s, where the site listens', async (name) => {
  const [port, socket] = [await freePort(), store.file('site.sock')];
  const site = createServer((_request, response) => response.end());
  if (name === 'SOCKET') site.listen(socket);
  else site.listen(port, '127.0.0.7');
  onTestFinished(() => void site.close());
  const program = ['deploy/health.mjs', '/readyz'];
  const ask = (where: object) =>
    output(process.execPath, program, { cwd: ROOT, env: { PORT: `${port}`, ...where } });
  await ask(name === 'SOCKET' ? { SOCKET: socket } : { HOST: '127.0.0.7' });
  await expect(ask({}), `without ${name}`).rejects.toThrow();
});

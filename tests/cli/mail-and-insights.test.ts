import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { mailFix } from '../../src/cli/mail.server.ts';
import { freePort } from '../support/site.ts';
import { sinkForTest } from '../support/smtp-sink.ts';
import { testStore } from './test-store.ts';

const store = testStore('all');

const today = Temporal.Now.plainDateISO('Europe/Paris');
const lastMonth = today.toPlainYearMonth().subtract({ months: 1 });
const inLastMonth = lastMonth.toPlainDate({ day: 3 });

it('insights shows a month or other days, beside the period before, and mails that to the studio', async () => {
  const view = { path: '/', referrer: '', device: 'phone' as const };
  const before = { ...view, day: `${inLastMonth.subtract({ months: 1 })}`, views: 20 };
  const rows = [before, { ...view, day: `${inLastMonth}`, views: 30 }];
  await store.open(({ db }) => db.insertInto('page_view').values(rows).execute());
  const french = `${inLastMonth}`.split('-').reverse().join('/');
  for (const [options, figures] of [
    [['--month'], ' 30 +20 +\\+50'],
    [['--month', `${lastMonth}`], ' 30 +20 +\\+50'],
    [['--from', french, '--to', `${inLastMonth}`], ' 30'],
    [['--to', `${inLastMonth}`, '--days', '1'], ' 30'],
  ] as const) {
    const { stdout } = await store.run('insights', ...options);
    expect(stdout, options.join(' ')).toMatch(RegExp(`^pages vues +${figures.trim()}(\\D|$)`, 'm'));
  }
  const running = await store.run('insights', '--from', `${today}`, '--to', `${today.add({ days: 5 })}`);
  const end = today.toLocaleString('fr-FR', { dateStyle: 'long' }).replace(/^1 /, '1er ');
  expect(running.stdout).toContain(` au ${end}`);
  const sink = await sinkForTest();
  const mailed = await store.runWith({ SMTP_URL: sink.url }, 'insights', '--month', '--mail');
  expect(mailed).toMatchObject({ code: 0, stdout: '' });
  const { subject, text } = sink.messages[0]?.parsed ?? {};
  expect(subject).toMatch(/statistiques, du 1er .* au \d+ /);
  expect(text).toMatch(/^pages vues +30 +20 +\+50/m);
});

it('mail test sends one mail at once, or shows the answer of the server', async () => {
  const sink = await sinkForTest();
  const env = { SMTP_URL: sink.url, MAIL_FROM: 'site@école.fr', CONTACT_TO: 'moi@société.fr' };
  expect((await store.runWith(env, 'mail', 'test')).code).toBe(0);
  expect(sink.messages).toHaveLength(1);
  expect(sink.messages[0]?.raw).toMatch(/^From: site@xn--cole-9oa\.fr\r\nTo: moi@xn--socit-esab\.fr\r\n/m);
  expect(sink.messages[0]?.parsed.subject).toBe('Essai d’envoi du site');
  sink.mode = 'permanent';
  const stderr = expect.stringMatching(/Le serveur répond\s: .*<…@…>.*SMTP 550.*CONTACT_TO/s);
  expect(await store.runWith({ SMTP_URL: sink.url }, 'mail', 'test')).toMatchObject({ code: 5, stderr });
});

it('mail test sends a notice too where there is a NOTIFY_URL, and the mail though that fails', async () => {
  const sink = await sinkForTest();
  const NOTIFY_URL = `http://127.0.0.1:${await freePort()}/`;
  const { code, stderr } = await store.runWith({ SMTP_URL: sink.url, NOTIFY_URL }, 'mail', 'test');
  expect(code).toBe(5);
  expect(stderr).toMatch(/notification n’est pas partie \(ECONNREFUSED\)[\s\S]*a accepté l’e-mail/);
  expect(sink.messages).toHaveLength(1);
});

it.each([
  ['SMTP 554', 'liste noire'],
  ['SMTP 550', 'CONTACT_TO'],
  ['SMTP 552', 'pleine'],
  ['SMTP 451', 'plus tard'],
  ['ETLS', 'STARTTLS'],
  ...['EAUTH', 'SMTP 530', 'SMTP 534', 'SMTP 535'].map((code) => [code, 'Le nom ou le mot de passe']),
  ...['SMTP 535 5.7.139', 'SMTP 535 SmtpClientAuthentication'].map((said) => [said, 'Microsoft 365']),
  ...['UNSUPPORTED_PROTOCOL', 'TLSV1_ALERT_PROTOCOL_VERSION', 'WRONG_VERSION_NUMBER'].map((code) => [
    `ERR_SSL_${code}`,
    'TLS assez récent',
  ]),
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'].map((code) => [
    code,
    'NODE_EXTRA_CA_CERTS',
  ]),
  ['ECONNREFUSED', 'pare-feu'],
])('mail test says of %s what it is mostly about', (code, said) => expect(mailFix(code)).toContain(said));

it('mail test shows what the service behind NOTIFY_URL says about a notice that it does not take', async () => {
  const said = '{"content": ["Cannot send an empty message"]}\u001b[31m';
  const service = createServer((_request, response) => response.writeHead(400).end(said));
  await once(service.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void service.close());
  const { port } = service.address() as AddressInfo;
  const env = { NOTIFY_URL: `http://127.0.0.1:${port}/`, SMTP_URL: (await sinkForTest()).url };
  const { code, stderr } = await store.runWith(env, 'mail', 'test');
  expect(code).toBe(5);
  for (const text of ['HTTP 400', 'Cannot send an empty message', 'docs/operations/mail.md'])
    expect(stderr).toContain(text);
  expect(stderr).not.toContain('\u001b');
});

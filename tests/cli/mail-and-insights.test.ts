import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { mailFix } from '../../src/cli/mail.server.ts';
import { sinkForTest } from '../support/smtp-sink.ts';
import { testStore } from './test-store.ts';

const store = testStore('all');

it('mail test sends one mail at once, or shows the answer of the server', async () => {
  const sink = await sinkForTest();
  const env = { SMTP_URL: sink.url, MAIL_FROM: 'site@école.fr', CONTACT_TO: 'moi@société.fr' };
  using limit = vi.spyOn(AbortSignal, 'timeout');
  expect((await store.runWith(env, 'mail', 'test')).code).toBe(0);
  expect(limit.mock.calls).toEqual([[60_000]]);
  expect(sink.messages).toHaveLength(1);
  expect(sink.messages[0]?.raw).toMatch(/^From: site@xn--cole-9oa\.fr\r\nTo: moi@xn--socit-esab\.fr\r\n/m);
  expect(sink.messages[0]?.parsed.subject).toBe('Essai d’envoi du site');
  sink.mode = 'permanent';
  const stderr = expect.stringMatching(/Le serveur répond\s: .*<…@…>.*SMTP 550.*CONTACT_TO/s);
  expect(await store.runWith({ SMTP_URL: sink.url }, 'mail', 'test')).toMatchObject({ code: 5, stderr });
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
  const said = `{"content": ["Cannot send an empty message"]}\u001b[31m${'x'.repeat(300)}`;
  const service = createServer((_request, response) => response.writeHead(400).end(said));
  await once(service.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void service.close());
  const { port } = service.address() as AddressInfo;
  const env = { NOTIFY_URL: `http://127.0.0.1:${port}/`, SMTP_URL: (await sinkForTest()).url };
  const { code, stderr } = await store.runWith(env, 'mail', 'test');
  expect(code).toBe(5);
  for (const text of ['HTTP 400', 'Cannot send an empty message', 'docs/operations/mail.md'])
    expect(stderr).toContain(text);
  for (const text of ['\u001b', 'x'.repeat(280)]) expect(stderr).not.toContain(text);
});

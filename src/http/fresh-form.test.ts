import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handClock } from '../../tests/support/contact.ts';
import { formSite, startTestServer, type TestServer } from '../../tests/support/server.ts';
import { contactSubjects } from '../content/specified-form-texts.ts';
import { createFreshForm } from './fresh-form.server.ts';

const clock = handClock();
let server: TestServer;
let elsewhere: TestServer;

beforeAll(async () => {
  server = await startTestServer({}, false, { clock, site: formSite });
  elsewhere = await startTestServer({ API_URL: 'https://api.exemple.fr' }, false, { clock, site: formSite });
});

afterAll(() => Promise.all([server.stop(), elsewhere.stop()]));

const decode = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
  identity: (body: Buffer) => body,
};

async function page(headers: Record<string, string> = {}, url = '/contact') {
  const answer = await server.app.inject({ url, headers: { 'accept-encoding': 'identity', ...headers } });
  const encoding = (answer.headers['content-encoding'] ?? 'identity') as keyof typeof decode;
  const html = answer.rawPayload.length > 0 ? decode[encoding](answer.rawPayload).toString() : '';
  return { ...tokenAndStatus(html, answer.statusCode), etag: String(answer.headers.etag), encoding };
}

function tokenAndStatus(html: string, status: number) {
  return { html, status, token: /name="issued" value="([^"]*)"/.exec(html)?.[1] };
}

let sent = 0;

async function post(changes: Record<string, string>, to: TestServer = server) {
  sent += 1;
  const form = {
    fullname: 'Ada Exemple',
    email: 'ada@exemple.fr',
    subject: contactSubjects[0],
    phone: '',
    message: `Un message différent des autres, numéro ${sent}.`,
    ...changes,
  };
  const answer = await to.app.inject({
    method: 'POST',
    url: '/contact',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  const stored = await to.storage.db
    .selectFrom('message')
    .select(['suspect', 'suspect_reasons'])
    .where('body', '=', form.message)
    .executeTakeFirst();
  return { ...tokenAndStatus(answer.payload, answer.statusCode), reasons: stored?.suspect_reasons };
}

describe('FORM-7: the form as it is served', () => {
  it.each(Object.keys(decode) as (keyof typeof decode)[])(
    'has a token of its second in %s',
    async (encoding) => {
      const first = await page({ 'accept-encoding': encoding });
      expect(first).toMatchObject({ encoding, token: expect.stringMatching(/^[0-9a-z]+\.[\w-]{22}$/) });
      expect((await page({ 'accept-encoding': encoding })).token).toBe(first.token);
      clock.advance(1_000);
      const later = await page({ 'accept-encoding': encoding });
      expect(later.token).not.toBe(first.token);
      expect(later.etag).not.toBe(first.etag);
    },
  );

  it('has one on the page of thanks as well', async () => {
    expect((await page({}, '/contact?envoi=reussi')).token).toMatch(/^[0-9a-z]+\.[\w-]{22}$/);
  });

  it('is not sent again to a browser whose copy is good for hours yet', async () => {
    const { etag } = await page();
    clock.advance(11 * 60 * 60_000);
    expect(await page({ 'if-none-match': `"other", W/${etag}` })).toMatchObject({ status: 304, etag });
    expect((await page({ 'if-none-match': '*' })).status).toBe(304);
    clock.advance(2 * 60 * 60_000);
    expect((await page({ 'if-none-match': etag })).status).toBe(200);
  });

  it('is sent to a browser whose copy is another document, or from the future', async () => {
    const { etag } = await page();
    expect((await page({ 'if-none-match': etag }, '/contact?envoi=reussi')).status).toBe(200);
    expect((await page({ 'if-none-match': etag, 'accept-encoding': 'gzip' })).status).toBe(200);
    clock.advance(-5_000);
    expect((await page({ 'if-none-match': etag })).status).toBe(200);
  });
});

describe('FORM-7: the form as it comes back', () => {
  it('is ordinary when a person took the time to fill it in', async () => {
    const { token = '' } = await page();
    clock.advance(20_000);
    expect(await post({ issued: token })).toMatchObject({ status: 303, reasons: '' });
  });

  it.each<[string, (token: string) => Record<string, string>, number]>([
    ['too-quick', (issued) => ({ issued }), 1_000],
    ['issued-stale', (issued) => ({ issued }), 25 * 60 * 60_000],
    ['issued-missing', () => ({}), 20_000],
    ['issued-forged', () => ({ issued: 'time-of-issue' }), 20_000],
    ['issued-forged', (issued) => ({ issued: `${issued}x` }), 20_000],
    ['honeypot', (issued) => ({ issued, website: 'https://x.example' }), 20_000],
  ])('is kept and marked %s', async (reason, fields, after) => {
    const { token = '' } = await page();
    clock.advance(after);
    expect(await post(fields(token))).toMatchObject({ status: 303, reasons: reason });
  });

  it('keeps its time when a field has to be corrected', async () => {
    const { token = '' } = await page();
    clock.advance(20_000);
    const refused = await post({ issued: token, email: 'ada' });
    expect(refused).toMatchObject({ status: 422, token });
    expect(await post({ issued: refused.token ?? '' })).toMatchObject({ reasons: '' });
  });

  it('gets a new time when the old one was no good', async () => {
    const { token } = await post({ email: 'ada', issued: 'forged' });
    expect(token).toMatch(/^[0-9a-z]+\.[\w-]{22}$/);
  });

  it('is not suspect for want of a time when the page stands on a host of files', async () => {
    expect(await post({ issued: 'time-of-issue' }, elsewhere)).toMatchObject({ status: 303, reasons: '' });
  });
});

it('is made once a second for each encoding, however many ask', async () => {
  const issue = vi.fn((now: number) => `token of ${now}`);
  const form = createFreshForm(server.documents, issue);
  for (const now of [1_000, 1_999, 2_000]) {
    const asked = ['br', 'identity'].flatMap((encoding) => [encoding, encoding]);
    const [br, again, ...plain] = await Promise.all(
      asked.map((encoding) => form.get('contact', encoding, now)),
    );
    expect(again).toBe(br);
    expect(plain[1]).toBe(plain[0]);
  }
  expect(issue.mock.calls).toEqual([[1_000], [1_000], [2_000], [2_000]]);
});

it('never marks a client of the API, which has neither field', async () => {
  const input = {
    fullname: 'Ada Exemple',
    email: 'ada@exemple.fr',
    subject: contactSubjects[0],
    message: 'Envoyé par un programme honnête.',
  };
  await server.app.inject({
    method: 'POST',
    url: '/graphql',
    payload: {
      query: 'mutation ($input: ContactFormInput!) { postContactForm(input: $input) { isSend } }',
      variables: { input },
    },
  });
  const row = await server.storage.db
    .selectFrom('message')
    .select('suspect')
    .where('body', '=', input.message)
    .executeTakeFirst();
  expect(row).toEqual({ suspect: 0 });
});

import { createHmac } from 'node:crypto';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { plainSite, serverForTest } from '../../tests/support/server.ts';
import { readBuiltSite } from '../documents/built-site.server.ts';
import { type FixedPriceOffer, fixedPriceOffers } from '../site.ts';

// src/start-render.test.ts tests the page itself.
const site: typeof plainSite = {
  ...plainSite,
  render: async ({ contactResult = null }) => JSON.stringify(contactResult),
};

async function startSite(RATE_LIMIT: string, pages = site) {
  const clock = { time: Date.parse('2026-11-27T10:00Z'), now: () => clock.time };
  const server = await serverForTest({ RATE_LIMIT }, false, { site: pages, clock });
  const postBody = (payload: string) =>
    server.app.inject({
      method: 'POST',
      url: '/contact',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  const post = (changes: Record<string, string>) =>
    postBody(`${new URLSearchParams({ ...contactInput, ...changes })}`);
  return { server, post, postBody, clock };
}

const values = { ...contactInput, phone: '', message: '  Un autre  message.' };
const failed = { values, errors: [], outcome: 'failed' };

it('FORM-7: a refused post is answered with the typed values', async () => {
  const { server, post, postBody } = await startSite('2');
  const refused = await post({ email: 'jean@café.fr', phone: '06/12', message: 'a\r\n'.repeat(900) });
  const typed = { email: 'jean@café.fr', message: 'a\n'.repeat(900) };
  expect([refused.statusCode, refused.json().values]).toMatchObject([422, typed]);
  const { headers } = await server.app.inject('/contact');
  expect(refused.headers['content-security-policy']).toBe(headers['content-security-policy']);
  // The browser may keep the page, so that Back shows a refused text again.
  const html = { 'cache-control': 'private, no-cache', 'content-type': 'text/html; charset=utf-8' };
  expect(refused.headers).toMatchObject(html);
  // An extension may have added controls of the same names, behind the form's own.
  expect((await postBody(`${new URLSearchParams(contactInput)}&email=x&message=x`)).statusCode).toBe(303);
  const limited = await post(values);
  expect([limited.statusCode, limited.json()]).toMatchObject([429, failed]);
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(500);
  expect(limited.headers['cache-control']).toBe('private, no-cache');
});

it('FORM-7: a post that cannot be stored is answered with the typed values too', async () => {
  const { server, post } = await startSite('off');
  await server.storage.db.schema.dropTable('outbox').execute();
  const answer = await post(values);
  expect([answer.statusCode, answer.json()]).toMatchObject([503, failed]);
  expect(answer.headers['retry-after']).toBe('5');
  expect((await post({ message: 'x'.repeat(200_000) })).headers['cache-control']).toBe('private, no-cache');
});

it('A1: no answer to a post grows with it, and the text stands in it once', async () => {
  const built = await readBuiltSite(join(import.meta.dirname, '../../dist'));
  const { postBody } = await startSite('3', built);
  const plain = (await postBody('message=Un+texte')).body;
  expect(plain.match(/Un texte/g)).toHaveLength(1);
  const body = (text: string) => text.repeat(32_700 / text.length);
  const posts = [
    `message=${body('"')}`,
    `email=${body('"')}`,
    `fullname=${body('%26')}`,
    `message=${body('%EF%B7%BA')}`,
    `message=${body('%0D%0A')}`,
    body('a&'),
    body('"=&'),
    `subject=${body("'")}`,
    ['subject', 'email', 'fullname', 'phone'].map((name) => `${name}=${'"'.repeat(3_000)}`).join('&'),
  ];
  for (const each of [...posts, ...posts]) {
    const { statusCode, rawPayload } = await postBody(each);
    expect([422, 429]).toContain(statusCode);
    expect(rawPayload.length - plain.length, each.slice(0, 20)).toBeLessThan(14_000);
  }
  const { statusCode, body: limited } = await postBody('email=x&message=Encore+un');
  expect([statusCode, limited.match(/Encore un/g)?.length]).toEqual([429, 1]);
});

it('FORM-7: a post that fills the field nobody sees is kept, and marked', async () => {
  const built = await readBuiltSite(join(import.meta.dirname, '../../dist'));
  const { server, post } = await startSite('off', built);
  const form = (await server.app.inject({ url: '/contact' })).body;
  const [, hidden = ''] = /<input(?=[^>]* tabindex="-1")[^>]* name="(\w+)"/i.exec(form) ?? [];
  await post({ [hidden]: '' });
  await post({ message: 'Un message de machine.', [hidden]: 'https://casino.example' });
  const stored = server.storage.db.selectFrom('message').select('suspect_reasons as marks').orderBy('id');
  expect(await stored.execute()).toEqual([{ marks: '' }, { marks: 'honeypot' }]);
});

it('FORM-7, FORM-10: the success is shown once, within a minute of a real post, with the day of the answer', async () => {
  const { server, post, clock } = await startSite('off');
  const show = (address: string) => server.app.inject({ url: address });
  const isPlain = ({ statusCode, headers }: Awaited<ReturnType<typeof show>>) =>
    statusCode === 303 && headers.location === '/contact';
  const first = String((await post({})).headers.location);
  const late = String((await post({ message: 'Un autre message.' })).headers.location);
  const shown = await show(first);
  const answerBy = 'lundi 30\u00a0novembre';
  expect(shown.json()).toEqual({ values: {}, errors: [], outcome: 'sent', answerBy });
  expect(shown.headers['cache-control']).toBe('no-store');
  expect(isPlain(await show(first))).toBe(true);
  const slow = String((await post({ message: 'Encore un message.' })).headers.location);
  clock.time += 59_999;
  expect((await show(slow)).statusCode).toBe(200);
  clock.time += 1;
  // The key is made of facts that a stranger may know of the installation.
  const facts = `${clock.time}.forged`;
  const key = dirname(`${server.storage.file}`);
  const forged = `/contact?envoi=${facts}.${createHmac('sha256', key).update(facts).digest('base64url')}`;
  for (const address of [first, late, forged, '/contact?envoi=reussi', '/contact?envoi=a&envoi=b'])
    expect(isPlain(await show(address)), address).toBe(true);
});

// tests/browser/contact-without-javascript.spec.ts begins a message so.
it('FORM-9: an address that names no offer begins no message', async () => {
  const { server } = await startSite('off');
  const ask = (offer: string) => server.app.inject({ url: '/contact', query: { offre: offer } });
  const [{ id, titre }] = fixedPriceOffers as [FixedPriceOffer];
  expect((await ask(id)).headers['cache-control']).toBe('no-cache');
  for (const unknown of ['autre', titre, '']) expect((await ask(unknown)).json()).toBeNull();
});

import { expect, it } from 'vitest';
import { expectApproved } from '../../tests/support/approved.ts';
import { contactInput } from '../../tests/support/contact.ts';
import { serverForAll } from '../../tests/support/server.ts';
import { contactMutation } from '../contact/mutation.ts';
import { isCrossSite } from './requests.server.ts';

const server = serverForAll();

const message = { ...contactInput, fullname: 'Renée' };
const json = JSON.stringify({ query: contactMutation, variables: { input: message } });
const fields = new URLSearchParams(message).toString();
const latin1 = fields.replace('%C3%A9', '%E9');
const FORM = 'application/x-www-form-urlencoded';

async function post(path: string, type: string, body: string, encoding: BufferEncoding = 'utf8') {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: Buffer.from(body, encoding),
    redirect: 'manual',
  });
  const rows = await server.storage.db.selectFrom('message').select('fullname').execute();
  await server.storage.db.deleteFrom('message').execute();
  return [answer.status, ...rows.map(({ fullname }) => fullname)];
}

it('FORM-8: answers a form with escapes that are not UTF-8 with what was typed, and stores nothing', async () => {
  expect(await post('/contact', FORM, latin1)).toEqual([422]);
});

it.each([
  ['a character that is cut by the end', '/graphql', 'application/json', `${json}\xc3`],
  ['JSON said to be Latin-1', '/graphql', 'application/json; charset=iso-8859-1', json],
  ['a form with bytes that are not UTF-8', '/contact', FORM, fields.replace('%C3%A9', '\xe9')],
])('refuses %s, and stores nothing', async (_what, path, type, body) => {
  expect(await post(path, type, body, 'latin1')).toEqual([400]);
});

it.each([
  ['JSON', '/graphql', 'application/json; Charset="utf-8"', json, 200],
  ['JSON with a byte order mark', '/graphql', 'application/json', `\ufeff${json}`, 200],
  [
    'JSON with the identifier of its query',
    '/graphql',
    'application/json',
    `{"id":"a1",${json.slice(1)}`,
    200,
  ],
  ['a form with a byte order mark', '/contact', FORM, `\ufeff${fields}`, 303],
  ['a form', '/contact', `${FORM};charset=UTF-8`, fields, 303],
  ['a form with bytes', '/contact', FORM, fields.replace('%C3%A9', 'é'), 303],
  ['a form with a percent sign of its own', '/contact', FORM, `${fields}&a=100%&b=%zz`, 303],
])('takes %s', async (_what, path, type, body, status) => {
  expect(await post(path, type, body)).toEqual([status, 'Renée']);
});

it('S11: tells a post from another site as approved', async () => {
  const isCross = (headers: string) =>
    isCrossSite({ headers: JSON.parse(headers) }, 'https://www.exemple.fr');
  await expectApproved('cross-site.approved.txt', (headers) => `${isCross(headers)}`);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { contactMutation } from '../contact/mutation.ts';
import { apiErrors, httpErrors } from '../content/errors.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

const message = { ...contactInput, fullname: 'Renée' };
const json = JSON.stringify({ query: contactMutation, variables: { input: message } });
const form = 'application/x-www-form-urlencoded';
const fields = new URLSearchParams(message).toString();

function stored() {
  return server.storage.db.selectFrom('message').select('fullname').execute();
}

let posted = 0;

async function post(path: string, type: string, body: string, encoding: BufferEncoding = 'utf8') {
  const before = await stored();
  // The same message again would not be stored again.
  const other = body.replace('long.', `long ${++posted}.`);
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: Buffer.from(other, encoding),
    redirect: 'manual',
  });
  const added = (await stored()).slice(before.length).map(({ fullname }) => fullname);
  return { status: answer.status, text: await answer.text(), added };
}

// The second address is not answered directly, but by the framework.
describe.each(['/graphql', '/graphql?'])('POST %s', (path) => {
  it('refuses text that is not UTF-8, and stores nothing', async () => {
    const { status, text, added } = await post(path, 'application/json', json, 'latin1');
    expect([status, JSON.parse(text).errors[0].message, added]).toEqual([400, apiErrors.BAD_REQUEST, []]);
  });

  it('refuses a character that is cut by the end', async () => {
    const { status, added } = await post(path, 'application/json', `${json}\xc3`, 'latin1');
    expect([status, added]).toEqual([400, []]);
  });

  it.each(['iso-8859-1', 'ISO-8859-15', '"windows-1252"', 'utf-16', 'utf-8x'])(
    'refuses a declared charset of %s',
    async (charset) => {
      for (const encoding of ['latin1', 'utf8'] as const) {
        const type = `application/json; charset=${charset}`;
        const { status, text, added } = await post(path, type, json, encoding);
        expect([status, added]).toEqual([415, []]);
        expect(JSON.parse(text).errors[0].message).toBe(apiErrors.UNSUPPORTED_MEDIA_TYPE);
      }
    },
  );

  it.each([
    '',
    '; charset=utf-8',
    ';charset=UTF-8',
    '; charset="utf-8"',
    '; Charset=utf8',
    '; a=b; charset=Utf8',
    '; charset=us-ascii',
  ])('takes application/json%s', async (parameters) => {
    const { status, added } = await post(path, `application/json${parameters}`, json);
    expect([status, added]).toEqual([200, ['Renée']]);
  });
});

describe('POST /contact', () => {
  it.each([
    ['bytes that are not UTF-8', fields.replace('%C3%A9', '\xe9')],
    ['escapes that are not UTF-8', fields.replace('%C3%A9', '%E9')],
    ['half a character', fields.replace('%C3%A9', '%C3')],
    ['a character half escaped', fields.replace('%C3%A9', '\xc3%A9')],
    ['a surrogate', fields.replace('%C3%A9', '%ED%A0%80')],
    ['a name of a field', `${fields}&%E9=1`],
  ])('refuses %s', async (_what, body) => {
    const { status, text, added } = await post('/contact', form, body, 'latin1');
    expect([status, text, added]).toEqual([400, `${httpErrors[400]}\n`, []]);
  });

  it('refuses a declared charset of iso-8859-1', async () => {
    const { status, text, added } = await post('/contact', `${form}; charset=iso-8859-1`, fields);
    expect([status, text, added]).toEqual([415, `${httpErrors[415]}\n`, []]);
  });

  it.each([
    ['escapes', form, fields],
    ['bytes', form, fields.replace('%C3%A9', 'é')],
    ['a percent sign of its own', form, `${fields}&offre=100%&a=%zz`],
    ['the charset', `${form};charset=UTF-8`, fields],
  ])('takes %s', async (_what, type, body) => {
    const { status, added } = await post('/contact', type, body);
    expect([status, added]).toEqual([303, ['Renée']]);
  });

  it('answers an empty form with its errors', async () => {
    expect((await post('/contact', form, '')).status).toBe(422);
  });
});

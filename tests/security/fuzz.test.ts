import { get, type IncomingHttpHeaders } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactMutation } from '../../src/contact/mutation.ts';
import { profileQuery } from '../../src/startup/profile-query.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

// The same cases at every run: what fails once fails again.
fc.configureGlobal({ seed: 20_261_121 });

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

/** Of the inside, and of names that exist; the parser's own advice on quotes is neither. */
const LEAKS = /node_modules|\/src\/|\.ts:\d|\bat \w+ \(|Did you mean|sqlite|no such table|SQLITE/;

async function ask(payload: string, headers: Record<string, string> = {}) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
  expect(answer.statusCode).toBeLessThan(500);
  expect(answer.payload.length).toBeLessThan(64 * 1024);
  expect(answer.payload).not.toMatch(LEAKS);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  return answer;
}

/** Asks for a path as it is; `fetch` and `inject` would tidy it. */
function visit(path: string) {
  return new Promise<{ statusCode: number; headers: IncomingHttpHeaders; payload: string }>(
    (resolve, reject) => {
      get({ host: '127.0.0.1', port: new URL(server.url).port, path }, async (answer) => {
        let payload = '';
        for await (const chunk of answer) payload += chunk;
        resolve({ statusCode: answer.statusCode ?? 0, headers: answer.headers, payload });
      }).on('error', reject);
    },
  );
}

/** Pieces of GraphQL in any order: now and then a document, mostly not. */
const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom('...', '"'.repeat(3), ...'{}()[]:!$@"#,=|&\n'),
      fc.constantFrom(...'query mutation subscription fragment on true null 3 -1 1e999 0.5'.split(' ')),
      fc.constantFrom(
        ...'getAdminPublicProfil postContactForm input id name isSend projects Query'.split(' '),
      ),
      fc.constantFrom(
        ...'__typename __schema __type include skip if deprecated __proto__ constructor'.split(' '),
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(' '));

/** A good document with one place changed. */
const mutated = fc
  .tuple(
    fc.constantFrom(profileQuery, contactMutation),
    fc.nat(),
    fc.nat(12),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  )
  .map(([text, at, length, put]) => {
    const from = at % text.length;
    return text.slice(0, from) + put + text.slice(from + length);
  });

describe('whatever is posted', () => {
  it('as a body is answered without failure and without a hint', async () => {
    const body = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.json(), pieces);
    await fc.assert(
      fc.asyncProperty(body, async (text) => void (await ask(text))),
      { numRuns: 300 },
    );
  });

  it('as a document, variables or names is answered without failure and without a hint', async () => {
    const request = fc.record(
      {
        query: fc.oneof(pieces, mutated, fc.constantFrom(profileQuery, contactMutation), fc.jsonValue()),
        variables: fc.oneof(
          fc.jsonValue(),
          fc.record({ input: fc.jsonValue() }),
          fc.record({ id: fc.jsonValue() }),
        ),
        operationName: fc.oneof(fc.jsonValue(), fc.string()),
        extensions: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(request, async (value) => {
        const text = JSON.stringify(value);
        const { payload } = await ask(text);
        // A valid document comes from the cache the second time.
        expect((await ask(text)).payload).toBe(payload);
      }),
      { numRuns: 500 },
    );
  });

  it('with headers of any kind is answered without failure', async () => {
    const value = fc.string({ unit: fc.constantFrom(...'abc:/;,=*. 0123456789"[]@-_'), maxLength: 40 });
    const names =
      'accept origin x-forwarded-for forwarded accept-encoding if-none-match range accept-version';
    const headers = fc.dictionary(fc.constantFrom(...names.split(' ')), value);
    const body = JSON.stringify({ query: '{ __typename }' });
    await fc.assert(
      fc.asyncProperty(headers, async (given) => void (await ask(body, given))),
      { numRuns: 200 },
    );
  });

  it('at any address is answered without failure', async () => {
    const address = fc.string({ unit: fc.constantFrom(...'ab/.%2e0a?&=:@;~+*\\'), maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(address, async (rest) => {
        const { statusCode, headers, payload } = await visit(`/${rest}`);
        expect(statusCode).toBeLessThan(500);
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(payload).not.toMatch(LEAKS);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves nothing behind and nothing in the log', async () => {
    expect(await server.storage.db.selectFrom('message').select('id').execute()).toEqual([]);
    expect(server.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});

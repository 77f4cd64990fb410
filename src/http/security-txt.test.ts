import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { handClock } from '../../tests/support/contact.ts';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';

const clock = handClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ SITE_URL: 'https://www.exemple.fr' }, false, { clock });
});

afterAll(() => server.stop());

it('says where to report a weakness, and never expires (RFC 9116)', async () => {
  const read = async () => (await server.app.inject('/.well-known/security.txt')).payload;
  const fields = (text: string) =>
    Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(': ')),
    );
  expect(fields(await read())).toEqual({
    Contact: expect.stringMatching(/^mailto:\S+@\S+$/),
    Expires: '2027-05-19T00:00:00.000Z',
    'Preferred-Languages': 'fr, en',
    Canonical: 'https://www.exemple.fr/.well-known/security.txt',
  });
  clock.advance(1000 * 24 * 60 * 60_000);
  const expires = new Date(fields(await read()).Expires).getTime();
  expect(expires).toBeGreaterThan(clock.now());
  expect(expires).toBeLessThan(clock.now() + 365 * 24 * 60 * 60_000);
});

it('names the address of the host that answers, when the API has one of its own', async () => {
  const env = { SITE_URL: 'https://www.exemple.fr', API_URL: 'https://api.exemple.fr' };
  const elsewhere = await startTestServer(env, false, { clock });
  onTestFinished(() => elsewhere.stop());
  const { payload } = await elsewhere.app.inject('/.well-known/security.txt');
  expect(payload).toContain('\nCanonical: https://api.exemple.fr/.well-known/security.txt\n');
  expect(payload).not.toContain('www.exemple.fr');
});

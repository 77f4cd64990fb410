import { expect, it } from 'vitest';
import { handClock } from '../../tests/support/contact.ts';
import { serverForTest, type TestServer } from '../../tests/support/server.ts';
import { DAY_MS } from '../config/clock.ts';

it('says at the host of the API where to report a weakness, and never expires (RFC 9116)', async () => {
  const env = { SITE_URL: 'https://www.exemple.fr', API_URL: 'https://api.exemple.fr' };
  const clock = handClock();
  const server = await serverForTest(env, false, { clock });
  const read = async ({ app }: TestServer) => {
    const { payload } = await app.inject('/.well-known/security.txt');
    const lines = payload.trim().split('\n');
    return Object.fromEntries(lines.map((line) => line.split(': ')));
  };
  expect(await read(server)).toEqual({
    Contact: expect.stringMatching(/^mailto:\S+@\S+$/),
    Expires: '2027-05-19T00:00:00.000Z',
    'Preferred-Languages': 'fr, en',
    Canonical: `${env.API_URL}/.well-known/security.txt`,
  });
  clock.advance(1000 * DAY_MS);
  const later = await serverForTest(env, false, { clock });
  const lasts = Date.parse((await read(later)).Expires) - clock.now();
  expect(lasts).toBeGreaterThan(0);
  expect(lasts).toBeLessThan(365 * DAY_MS);
});

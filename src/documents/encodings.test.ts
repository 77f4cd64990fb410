import { expect, it } from 'vitest';
import { chooseVariant, encode } from './encodings.server.ts';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['br;q=0.5, *;q=0.5', 'br'],
  ['identity;q=1, br;q=0.1', 'identity'],
  ['deflate', 'identity'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0', 'identity'],
  [undefined, 'identity'],
])('Accept-Encoding %s gets %s', async (header, encoding) => {
  expect(chooseVariant(await encode('texte', true), header).encoding).toBe(encoding);
});

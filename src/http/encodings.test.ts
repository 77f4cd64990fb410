import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { chooseVariant, encode, matchesEtag } from './encodings.server.ts';

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

it('every variant holds the text under a validator of its own', async () => {
  const { variants } = await encode('déjà vu', true);
  const [br, gzip, plain] = variants.map(({ body }) => body);
  const texts = [brotliDecompressSync(br ?? ''), gunzipSync(gzip ?? ''), plain];
  expect(texts.map(String)).toEqual(['déjà vu', 'déjà vu', 'déjà vu']);
  expect(new Set(variants.map(({ etag }) => etag)).size).toBe(3);
});

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  [undefined, false],
])('If-None-Match %s names "a": %s', (header, expected) => {
  expect(matchesEtag(header, '"a"')).toBe(expected);
});

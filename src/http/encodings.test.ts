import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { chooseVariant, encode, smallest } from './encodings.server.ts';

/** The window that a reader is told to keep, from the first bits of the stream (RFC 7932, section 9.1). */
function brotliWindowBits(first: number): number {
  if ((first & 1) === 0) return 16;
  const wide = (first >> 1) & 7;
  const narrow = (first >> 4) & 7;
  if (wide > 0) return 17 + wide;
  return narrow === 0 ? 17 : 8 + narrow;
}

it.each([
  [700, 10],
  [30_000, 15],
  [60_000, 16],
  [120_000, 17],
])(
  'a text of %i bytes is compressed in a window of %i bits, as the memory it takes grows with it',
  async (size, bits) => {
    const text = randomBytes(size / 2).toString('hex');
    const { variants } = await encode(text, smallest);
    const [br, zstd] = variants;
    expect(brotliWindowBits(br?.body[0] ?? 0)).toBe(bits);
    expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(text);
    expect(zstdDecompressSync(zstd?.body ?? '').toString()).toBe(text);
  },
);

it('a list of codings longer than any browser sends is not taken apart', async () => {
  const body = await encode('texte', smallest);
  expect(chooseVariant(body, 'gzip, deflate, br, zstd').encoding).toBe('br');
  expect(chooseVariant(body, 'br;q=0.1, gzip;q=0.9').encoding).toBe('gzip');
  expect(chooseVariant(body, 'br;q=0.5, *;q=0.5').encoding).toBe('br');
  expect(chooseVariant(body, 'identity;q=1, br;q=0.1').encoding).toBe('identity');
  expect(chooseVariant(body, 'identity, br').encoding).toBe('br');
  expect(chooseVariant(body, `${','.repeat(15_000)}br`).encoding).toBe('identity');
});

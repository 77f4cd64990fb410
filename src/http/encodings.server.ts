import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { weightsOf } from '../config/header-weights.ts';

/** A body in every encoding it is offered in, each with its strong validator (RFC 9110, section 8.8.3). */
export interface EncodedBody {
  readonly variants: readonly EncodedVariant[];
}

/** A body in one encoding. */
export interface EncodedVariant {
  readonly encoding: 'br' | 'zstd' | 'gzip' | 'identity';
  readonly body: Buffer;
  readonly etag: string;
}

const brotli = promisify(brotliCompress);
const zstd = promisify(zstdCompress);
const gzipped = promisify(gzip);

type Encoding = EncodedVariant['encoding'];

/** How each encoding is made. */
export type Compression = Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer> | Buffer>>;

/**
 * For what is kept and sent often: about 100 ms for a page. Zstandard at its best would take 25 ms more for 3 %, and
 * clients that accept it accept Brotli too.
 */
export const smallest: Compression = {
  br: (body) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_LGWIN]: windowBits(body.length),
      },
    }),
  zstd: (body) =>
    zstd(body, { params: { [constants.ZSTD_c_compressionLevel]: 12 }, pledgedSrcSize: body.length }),
  gzip: (body) => gzipped(body, { level: 9 }),
  identity: (body) => body,
};

/** For what is made again each second, or hardly ever sent: 1 to 3 ms for a page, 7 % larger. */
export const quick: Compression = {
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  zstd: (body) => zstd(body, { params: { [constants.ZSTD_c_compressionLevel]: 9 } }),
  gzip: (body) => gzipped(body, { level: 6 }),
  identity: (body) => body,
};

/** The order is that of preference. */
const encodings: readonly Encoding[] = ['br', 'zstd', 'gzip', 'identity'];

/**
 * Compresses once, for every client that will ask.
 * @param compression undefined: the plain text only
 */
export async function encode(text: string, compression: Compression | undefined): Promise<EncodedBody> {
  const identity = Buffer.from(text);
  const digest = hash('sha256', identity, 'base64url').slice(0, 22);
  const variant = async (encoding: Encoding): Promise<EncodedVariant> => ({
    encoding,
    body: compression ? await compression[encoding](identity) : identity,
    etag: `"${digest}-${encoding}"`,
  });
  return { variants: await Promise.all((compression ? encodings : (['identity'] as const)).map(variant)) };
}

/** The smallest window that sees the whole text: the default one makes Brotli take 90 MB for a page. */
function windowBits(length: number): number {
  const bits = Math.ceil(Math.log2(length + 16));
  return Math.min(Math.max(bits, constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW);
}

/** Browsers send a quarter of it; parsing thousands of codings would cost more than the page. */
const MAX_ACCEPT_LENGTH = 200;

/**
 * The variant for an Accept-Encoding header (RFC 9110, section 12.5.3): the one of the greatest weight, of several the first
 * in our order. Every body has an identity variant, so there is always one.
 */
export function chooseVariant({ variants }: EncodedBody, acceptEncoding: string | undefined): EncodedVariant {
  const header = acceptEncoding && acceptEncoding.length <= MAX_ACCEPT_LENGTH ? acceptEncoding : '';
  const accepted = weightsOf(header);
  const identity = variants.at(-1) as EncodedVariant;
  let [chosen, most] = [identity, 0];
  for (const variant of variants) {
    const weight = accepted.get(variant.encoding) ?? (variant === identity ? 0 : (accepted.get('*') ?? 0));
    if (weight > most) [chosen, most] = [variant, weight];
  }
  return chosen;
}

/** Whether an If-None-Match header names this validator. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch === '*' || etagsIn(ifNoneMatch).includes(etag);
}

/** The validators that an If-None-Match header names; a weak one counts as the strong one (RFC 9110, section 13.1.2). */
export function etagsIn(ifNoneMatch: string | undefined): string[] {
  return ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
}

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

/** A body in every encoding it is offered in, each with its strong validator (RFC 9110, section 8.8.3). */
export interface EncodedBody {
  readonly variants: readonly EncodedVariant[];
}

export interface EncodedVariant {
  readonly encoding: 'br' | 'zstd' | 'gzip' | 'identity';
  readonly body: Buffer;
  readonly etag: string;
}

const brotli = promisify(brotliCompress);
const zstd = promisify(zstdCompress);
const gzipped = promisify(gzip);

/** Compresses once, as well as each format can; the order is that of preference. */
export async function encode(text: string, compress = true): Promise<EncodedBody> {
  const identity = Buffer.from(text);
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const variant = (encoding: EncodedVariant['encoding'], body: Buffer): EncodedVariant => ({
    encoding,
    body,
    etag: `"${digest}-${encoding}"`,
  });
  if (!compress) return { variants: [variant('identity', identity)] };
  const [br, zs, gz] = await Promise.all([
    brotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        [constants.BROTLI_PARAM_LGWIN]: windowBits(identity.length),
      },
    }),
    zstd(identity, {
      params: { [constants.ZSTD_c_compressionLevel]: 19 },
      pledgedSrcSize: identity.length,
    }),
    gzipped(identity, { level: 9 }),
  ]);
  return {
    variants: [variant('br', br), variant('zstd', zs), variant('gzip', gz), variant('identity', identity)],
  };
}

/** The smallest window that sees the whole text: the default one makes Brotli take 90 MB for a page. */
function windowBits(length: number): number {
  const bits = Math.ceil(Math.log2(length + 16));
  return Math.min(Math.max(bits, constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW);
}

/**
 * The variant for an Accept-Encoding header (RFC 9110, section 12.5.3): the first one that is accepted in our order.
 * Every body has an identity variant, so there is always one.
 */
export function chooseVariant({ variants }: EncodedBody, acceptEncoding: string | undefined): EncodedVariant {
  const accepted = new Map((acceptEncoding ?? '').toLowerCase().split(',').map(codingAndWeight));
  const chosen = variants.find(
    ({ encoding }) => encoding !== 'identity' && (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0,
  );
  return chosen ?? (variants.at(-1) as EncodedVariant);
}

function codingAndWeight(item: string): [string, number] {
  const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [coding, weight ? Number(weight.slice(2)) : 1];
}

/** Whether an If-None-Match header names this validator. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

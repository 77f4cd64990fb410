import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { Logger } from 'pino';
import type { Config } from '../config/config.server.ts';
import type { ContactPageState } from '../contact/first-state.ts';
import { httpError } from '../http/errors.server.ts';
import type { CurrentProfile } from '../profile/profile.server.ts';
import { routes, type ShownPage, shownPages } from '../routes.ts';
import { type BuiltSite, perPage } from './built-site.server.ts';

/** At most this many contact pages wait to be rendered; together they take a tenth of a second. */
const MAX_WAITING = 30;

const UNKNOWN_PATH = '/404';

/** The pages as HTML, rendered and compressed once per version of the profile. */
export type RenderedDocuments = Awaited<ReturnType<typeof renderDocuments>>;

export interface RenderingOptions {
  site: Pick<BuiltSite, 'render' | 'assets' | 'policyFor'>;
  compress: boolean;
  profile: Pick<CurrentProfile, 'get' | 'onChange'>;
  config: Pick<Config, 'siteUrl' | 'apiUrl'>;
  logger: Pick<Logger, 'error'>;
}

/** Renders all documents, and again after each change of the profile; resolves once the first ones are ready. */
export async function renderDocuments(options: RenderingOptions) {
  let documents: Record<ShownPage, EncodedBody>;
  const render = async () => {
    documents = await renderAll(options);
  };
  const rendered = render();
  let refreshed = rendered;

  /** Renders everything again. Renderings run one after another, so that an older one never ends last. */
  function refresh(): Promise<void> {
    refreshed = refreshed
      .then(render)
      .catch((error) => options.logger.error({ err: error }, 'pages not rendered'));
    return refreshed;
  }

  // The subscription comes before the first rendering ends, because the profile may change meanwhile.
  options.profile.onChange(() => void refresh());
  await rendered;

  let waiting = 0;
  let last: Promise<unknown> = rendered;
  const { site, config } = options;
  const policies = perPage((page) => site.policyFor(page, config.apiUrl));
  return {
    policyOf: (page: ShownPage) => policies[page],
    get: (page: ShownPage) => documents[page],
    /**
     * Renders the contact page with a visitor's posted values. Renderings take turns, so that other requests run in between.
     * @throws a 503 when too many wait
     */
    async contactPage(state: ContactPageState): Promise<string> {
      if (waiting >= MAX_WAITING) throw httpError(503);
      waiting += 1;
      const page = last.then(() => renderPage(options, 'contact', state));
      last = page.then(nextTurn, nextTurn).finally(() => (waiting -= 1));
      return page;
    },
    refresh,
  };
}

async function renderAll(options: RenderingOptions): Promise<Record<ShownPage, EncodedBody>> {
  const encoded = shownPages().map(
    async (name) => [name, await encode(await renderPage(options, name), options.compress)] as const,
  );
  return Object.fromEntries(await Promise.all(encoded)) as Record<ShownPage, EncodedBody>;
}

async function renderPage(
  { site, profile, config }: RenderingOptions,
  page: ShownPage,
  contactResult?: ContactPageState,
): Promise<string> {
  return site.render({
    path: page === 'notFound' ? UNKNOWN_PATH : routes[page].path,
    profile: profile.get(),
    siteUrl: config.siteUrl,
    apiUrl: config.apiUrl ?? null,
    assets: site.assets,
    ...(contactResult ? { contactResult } : {}),
  });
}

/** A body in one encoding, with its strong ETag (RFC 9110, 8.8.3). */
interface EncodedVariant {
  encoding: 'br' | 'gzip' | 'identity';
  body: Buffer;
  etag: string;
}

/** A body in every offered encoding; the uncompressed one is last. */
type EncodedBody = readonly EncodedVariant[];

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A start compresses six pages. Quality 10 takes a third of the best quality's time, for 2 % more bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/**
 * Compresses a page once for all clients, in about 40 ms.
 * @param compress if false, gives the uncompressed text only
 */
export async function encode(text: string, compress: boolean): Promise<EncodedBody> {
  const identity = Buffer.from(text);
  const digest = hash('sha256', identity, 'base64url').slice(0, 22);
  const variant = (encoding: EncodedVariant['encoding'], body: Buffer): EncodedVariant => ({
    encoding,
    body,
    etag: `"${digest}-${encoding}"`,
  });
  const plain = variant('identity', identity);
  if (!compress) return [plain];
  const [br, gz] = await Promise.all([brotli(identity, BROTLI), gzipped(identity, { level: 9 })]);
  return [variant('br', br), variant('gzip', gz), plain];
}

/** Chooses the variant for an Accept-Encoding header (RFC 9110, 12.5.3); the uncompressed one if the header names no other. */
export function chooseVariant(variants: EncodedBody, acceptEncoding: string | undefined): EncodedVariant {
  const chosen = negotiate(acceptEncoding ?? '', ['br', 'gzip', 'identity']);
  return variants.find(({ encoding }) => encoding === chosen) ?? (variants.at(-1) as EncodedVariant);
}

/** Tells whether If-None-Match names this ETag; a weak one matches too (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === '*') return ifNoneMatch === '*';
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

import type { Logger } from 'pino';
import type { Config } from '../config/config.server.ts';
import type { ContactPageState } from '../contact/page-state.ts';
import type { CurrentProfile } from '../profile/current-profile.server.ts';
import { routes, type ShownPage, shownPages } from '../routes.ts';
import type { BuiltSite } from './built-site.server.ts';
import { type EncodedBody, encode } from './encodings.server.ts';

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

/** Renders all documents, and again whenever the profile has changed; the first ones are there when this resolves. */
export async function renderDocuments(options: RenderingOptions) {
  let documents: Record<ShownPage, EncodedBody>;
  const render = async () => {
    documents = await renderAll(options);
  };
  const rendered = render();
  let refreshed = rendered;

  /** Renders everything again, in turn: an older rendering must not end last. */
  function refresh(): Promise<void> {
    refreshed = refreshed
      .then(render)
      .catch((error) => options.logger.error({ err: error }, 'pages not rendered'));
    return refreshed;
  }

  // Subscribes before the first rendering: the profile may change meanwhile.
  options.profile.onChange(() => void refresh());
  await rendered;

  const { site, config } = options;
  const policies = shownPages().map((page) => [page, site.policyFor(page, config.apiUrl)] as const);
  const policyOf = Object.fromEntries(policies) as Record<ShownPage, string>;
  return {
    policyOf: (page: ShownPage) => policyOf[page],
    get: (page: ShownPage) => documents[page],
    /** Renders the contact page with a visitor's posted values; never cached. */
    contactPage: (state: ContactPageState) => renderPage(options, 'contact', state),
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

import { escapeHtml } from '../escape-html.ts';
import type { ShownPage } from '../routes.ts';
import { grounds } from '../site.ts';
import type { Head } from './head.ts';
import { posterPath } from './picture-files.ts';

export interface DocumentAssets {
  /** Code of the gate, which stands inline in the document. */
  gateScript: string;
  /** Inline style of each document; the home's covers its first view only. Null while developing. */
  styles: Readonly<Record<ShownPage, string>> | null;
  /** The style sheet of all pages, which the gate loads like `entry` and `fonts`. */
  sheet: string | null;
  entry: string;
  fonts: string[];
  /** Markup of the development server. */
  devScripts?: string;
}

/** Writes the head of a document. The gate stands first, so that the profile is requested before all else (START-6). */
export function headHtml(page: ShownPage, { title, tags, data }: Head, assets: DocumentAssets): string {
  return [
    tag('meta', { charset: 'utf-8' }),
    inline('script', assets.gateScript, {
      'data-entry': assets.entry,
      'data-sheet': assets.sheet,
      'data-fonts': assets.fonts.join(' ') || null,
    }),
    tag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' }),
    // With this tag Chromium on Android applies the text size of the device.
    tag('meta', { name: 'text-scale', content: 'scale' }),
    // This tag tells the Dark Reader extension that the site has its own dark mode.
    tag('meta', { name: 'darkreader-lock', content: '' }),
    // Without this tag phones turn numbers into links before React begins.
    tag('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
    `<title>${escapeHtml(title)}</title>`,
    ...tags.map(({ name, attributes }) => tag(name, attributes)),
    ...siteTags,
    page === 'home'
      ? tag('link', { rel: 'preload', as: 'image', href: posterPath, fetchpriority: 'high' })
      : '',
    assets.styles && inline('style', assets.styles[page]),
    page === 'home' && assets.sheet
      ? `<noscript>${tag('link', { rel: 'stylesheet', href: assets.sheet })}</noscript>`
      : '',
    assets.devScripts ?? '',
    data && dataBlock(data),
  ].join('');
}

/** Tags that every page has: colours of the browser's bars, and the logo in every size that programs ask for. */
const siteTags: readonly string[] = [
  tag('meta', { name: 'theme-color', content: grounds.light, media: '(prefers-color-scheme: light)' }),
  tag('meta', { name: 'theme-color', content: grounds.dark, media: '(prefers-color-scheme: dark)' }),
  // Without `sizes` Chromium would prefer this icon to the drawing.
  tag('link', { rel: 'icon', href: '/favicon.ico', sizes: '32x32' }),
  tag('link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
  tag('link', { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }),
  tag('link', { rel: 'manifest', href: '/site.webmanifest' }),
];

/** Attributes of a tag; null and undefined values are left out. */
export type Attributes = Readonly<Record<string, string | null | undefined>>;

export function tag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value == null ? '' : ` ${attribute}="${escapeHtml(value)}"`,
  );
  return `<${name}${written.join('')}>`;
}

/**
 * Writes an inline script or style unchanged, because the security policy holds its digest.
 * @throws Error if the content holds the end tag
 */
export function inline(name: 'script' | 'style', content: string, attributes: Attributes = {}): string {
  if (content.toLowerCase().includes(`</${name}`))
    throw new Error(`The inline ${name} holds its own closing tag`);
  return `${tag(name, attributes)}${content}</${name}>`;
}

/** Writes JSON-LD for search engines. Browsers never execute it, so the security policy need not allow it. */
export function dataBlock(data: object): string {
  // The `<` is escaped, so that no text of the data can end the script element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `${tag('script', { type: 'application/ld+json' })}${json}</script>`;
}

import { identity } from '../../content/identity.ts';
import type { Head } from '../head.ts';
import { tag } from './html.ts';
import { sharePictureAlt, sharePicturePath, sharePictureSize } from './share-picture.ts';

/** Writes the tags for search engines and share previews; the 404 page has a description and is not to be indexed. */
export function metaTags({ page, title, description, canonical }: Head, siteUrl: string): string[] {
  const meta = (name: string, content: string) => tag('meta', { name, content });
  const property = (name: string, content: string) => tag('meta', { property: name, content });
  if (page === 'notFound' || canonical === null) {
    return [meta('description', description), meta('robots', 'noindex')];
  }
  return [
    meta('description', description),
    tag('link', { rel: 'canonical', href: canonical }),
    meta('robots', 'max-image-preview:large'),
    property('og:type', 'website'),
    property('og:locale', 'fr_FR'),
    property('og:site_name', identity.studioName),
    property('og:title', title),
    property('og:description', description),
    property('og:url', canonical),
    property('og:image', new URL(sharePicturePath(page), siteUrl).href),
    property('og:image:type', 'image/jpeg'),
    property('og:image:width', `${sharePictureSize.width}`),
    property('og:image:height', `${sharePictureSize.height}`),
    property('og:image:alt', sharePictureAlt(page)),
    // Twitter reads the rest from the Open Graph tags.
    meta('twitter:card', 'summary_large_image'),
  ];
}

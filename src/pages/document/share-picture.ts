import { pageFacts, pictureAlt } from '../../content/page-facts.ts';
import { kebabName, type PageName } from '../../routes.ts';

/** Size that Open Graph and Twitter cards show whole, in pixels. */
export const sharePictureSize = { width: 1200, height: 630 } as const;

export function sharePicturePath(page: PageName): `/${string}` {
  return `/share/${kebabName(page)}.jpg`;
}

export function sharePictureAlt(page: PageName): string {
  return pictureAlt(pageFacts[page].picture);
}

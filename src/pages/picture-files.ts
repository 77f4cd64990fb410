import { kebabName, type PageName } from '../routes.ts';

/** The first picture of the video, shown until it plays. */
export const posterPath = '/images/home-poster.avif';

/** Sides of the portrait's files, in pixels: one and two times each size in which it is shown. */
export const portraitSizes = [96, 192, 384, 768] as const;

/** The portrait for other programs. */
export const portraitPath = '/images/portrait-768.webp';

/** Size that Open Graph and Twitter cards show whole, in pixels. */
export const sharePictureSize = { width: 1200, height: 630 } as const;

export function sharePicturePath(page: PageName): `/${string}` {
  return `/share/${kebabName(page)}.jpg`;
}

import { kebabName, type PageName } from '../routes.ts';

/** The first frame of the video, shown until it plays. */
export const posterPath = '/images/home-poster.avif';

/** Widths in pixels of the portrait's files: once and twice each size in which it is shown. */
export const portraitSizes = [96, 192, 384, 768] as const;

/** The portrait for programs such as search engines, which do not read `srcset`. */
export const portraitPath = '/images/portrait-768.webp';

/** Open Graph and Twitter cards show pictures of this size uncut; both lengths are in pixels. */
export const sharePictureSize = { width: 1200, height: 630 } as const;

export function sharePicturePath(page: PageName): `/${string}` {
  return `/share/${kebabName(page)}.jpg`;
}

/** For files without a digest in their name. */
export const ONE_DAY = 'public, max-age=86400';

/** For files with a digest in their name: changed content has another name. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

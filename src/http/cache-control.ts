/** How long browsers keep what has no digest in its name. */
export const ONE_DAY = 'public, max-age=86400';

/** A file with its digest in its name: another content has another name. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

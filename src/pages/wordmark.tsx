import { identity } from '../site.ts';

/** Shows the studio's icon and name (bar.module.css). It has no `img`, because a header's only image is the portrait. */
export function Wordmark() {
  return (
    <>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <image href="/favicon.svg" width="32" height="32" />
      </svg>
      <span data-long={/[^ ]{17}/.test(identity.studioName)}>{identity.studioName}</span>
    </>
  );
}

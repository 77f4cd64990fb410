import { identity } from '../site.ts';

/** Shows the studio's logo, a sun behind a ridge, and its name. The style is in bar.module.css. */
export function Wordmark() {
  return (
    <>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <circle cx="20.5" cy="11.5" r="6.5" />
        <path d="M1 26 11.5 11l6 7.5 4-4.5L31 26Z" />
      </svg>
      <span>{identity.studioName}</span>
    </>
  );
}

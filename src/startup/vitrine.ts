import type { Profile } from '../profile/profile.ts';

/** What the gate leaves for the rest of the page. Neither promise ever settles when the query failed (START-2). */
export interface Vitrine {
  /** The answered profile, once the document is parsed and shows it. */
  profile: Promise<Profile>;
  /** The moment the page is displayed: its first frame is drawn. */
  opened: Promise<void>;
  /** The last click before the page's scripts were there to answer it. */
  pressed?: MouseEvent;
}

declare global {
  interface Window {
    vitrine: Vitrine;
  }
  interface Element {
    /** HTML Sanitizer API; absent from browsers that do not have it yet: to be tried. */
    setHTML(html: string, options?: { sanitizer: SanitizerConfig }): void;
  }
}

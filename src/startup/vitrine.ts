import type { Profile } from '../profile/profile.ts';

/** The gate's results for the rest of the page. Neither promise settles if the query fails (START-2). */
export interface Vitrine {
  /** The answered profile, once the document is parsed and shows it. */
  profile: Promise<Profile>;
  /** The moment the page is displayed: its first frame is drawn. */
  opened: Promise<void>;
  /** Resolves once the bundle has run and the style of all pages is there; rejects if one fails to load. */
  files: Promise<unknown>;
  /** The last click before hydration (early-click.ts). */
  clicked?: MouseEvent;
}

declare global {
  interface Window {
    vitrine: Vitrine;
  }
}

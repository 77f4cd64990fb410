import type { Page } from '@playwright/test';

export const ASSETS = '**/assets/*.js';

/** How Chromium words a script that was still under way when its page was left. */
export const GIVEN_UP = /^request failed: .*\.js net::ERR_ABORTED/;

/** Holds the scripts of the page back until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(ASSETS, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

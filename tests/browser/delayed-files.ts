import type { Page } from '@playwright/test';

export const ASSETS = '**/assets/*.js';

/** How Chromium words a script that was still under way when its page was left. */
export const GIVEN_UP = /^request failed: .*\.js net::ERR_ABORTED/;

/** Title of what stands in place of a page that cannot be had. */
export const PAGE_FAILED = 'Page inaccessible';

/** Holds files back until the returned function is called, and lets them go or fail then. */
export async function holdFiles(page: Page, files: string | RegExp): Promise<(how?: 'go' | 'fail') => void> {
  const held = Promise.withResolvers<'go' | 'fail'>();
  await page.route(files, async (route) =>
    (await held.promise) === 'go' ? route.continue() : route.abort('failed'),
  );
  return (how = 'go') => held.resolve(how);
}

/** Holds the scripts of the page back until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  return holdFiles(page, ASSETS);
}

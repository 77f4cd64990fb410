import type { Page } from '@playwright/test';
import { open } from '../browser/fixtures.ts';
import type { Noise } from '../browser/noise.ts';

/** Opens a page and waits until it is displayed; the missing page answers 404, which the browser's console repeats. */
export async function openPage(page: Page, noise: Noise, { path, name }: { path: string; name: string }): Promise<void> {
  if (name === 'not-found') noise.allow(/404/);
  await open(page, path);
}

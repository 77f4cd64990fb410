import type { Page } from '@playwright/test';
import { expect, isSameDocument, markDocument } from './fixtures.ts';

/** Follows ‘Retour à l’accueil’: it has the shape of a pill and leads home within the document. */
export async function followPillHome(page: Page): Promise<void> {
  await markDocument(page);
  const link = page.getByRole('link', { name: 'Retour à l’accueil' });
  const { height, radius } = await link.evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    radius: Number.parseFloat(getComputedStyle(element).borderTopLeftRadius),
  }));
  expect(radius).toBeGreaterThanOrEqual(height / 2);
  await link.click();
  await expect(page).toHaveURL('/');
  expect(await isSameDocument(page)).toBe(true);
}

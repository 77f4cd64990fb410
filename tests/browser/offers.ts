import { expect, type Page } from '@playwright/test';
import { fixedPriceOffers } from '../../src/content/offers.ts';

/** Every offer is displayed at once: the carousel where there are no scripts. */
export async function expectEveryOffer(page: Page): Promise<void> {
  const titles = page.getByRole('heading', { level: 4 }).filter({ visible: true });
  await expect(titles).toHaveText(fixedPriceOffers.map(({ titre }) => titre));
}

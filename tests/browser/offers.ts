import { expect, type Page } from '@playwright/test';

/** The five fixed-price offers (CARD-5), their blanks of any kind read as single spaces. */
export const OFFERS = [
  { title: 'Site vitrine', price: 'À partir de 750 € TTC formule Essentiel' },
  {
    title: 'Application web ou mobile',
    price: 'MVP à partir de 1 800 € TTC projet complet sur devis',
  },
  { title: 'Refonte technique', price: 'À partir de 400 € TTC audit et travaux ciblés' },
  { title: 'Conseil', price: '50 €/h TTC forfait découverte : 250 € TTC pour 5 h' },
  { title: 'Maintenance', price: 'À partir de 90 € TTC par mois selon la taille du projet' },
];

/** Every offer is displayed at once: the carousel where there are no scripts. */
export async function expectEveryOffer(page: Page): Promise<void> {
  const titles = page.getByRole('heading', { level: 4 }).filter({ visible: true });
  await expect(titles).toHaveText(OFFERS.map(({ title }) => title));
}

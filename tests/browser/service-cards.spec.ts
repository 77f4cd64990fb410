import type { Locator, Page } from '@playwright/test';
import { fixedPriceOffers } from '../../src/content/offers.ts';
import * as form from './contact-form.ts';
import { arrived, expect, open, test } from './fixtures.ts';

const priceOf = (card: Locator) => card.getByRole('paragraph').filter({ hasText: '€' });
const startButton = (card: Locator) => card.getByRole('link', { name: 'Démarrer votre projet' });

/** Finds the shown card with this title. */
const cardWith = (page: Page, title: string) =>
  page
    .getByRole('article')
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ visible: true });

test('CARD-1: the time-and-materials card: title, picture, text, rate and button', async ({ page }) => {
  await open(page, '/');
  const card = cardWith(page, 'Prestation en régie');
  const picture = card.getByRole('img');
  await expect(picture).toHaveAttribute('alt', /\S{3,}/);
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(card.getByRole('paragraph').first()).toHaveText(/^\S.{40,}\.$/);
  await expect(priceOf(card)).toHaveText(
    '350 à 500 € HT par jour, tarif indicatif selon la durée et le lieu',
  );
  await startButton(card).click();
  await expect(page).toHaveURL('/contact');
});

test('HOME-7, CARD-2, CARD-5: one card of time and materials, and five offers', async ({ page }) => {
  await open(page, '/');
  for (const { titre, price } of fixedPriceOffers) {
    const card = cardWith(page, 'Prestation au forfait');
    await expect(card).toHaveCount(1);
    await expect(cardWith(page, 'Prestation en régie')).toHaveCount(1);
    await expect(card.getByRole('heading', { level: 3 })).toHaveText('Prestation au forfait');
    await expect(card.getByRole('heading', { level: 4 })).toHaveText(titre);
    expect(await card.getByRole('listitem').count()).toBeGreaterThanOrEqual(2);
    await expect(priceOf(card)).toHaveText(price);
    await expect(card.locator('span > svg')).toBeVisible();
    await expect(startButton(card)).toHaveAttribute('href', '/contact');
    await page.getByRole('button', { name: /suivant/i }).click();
  }
  await startButton(cardWith(page, 'Prestation au forfait')).click();
  await expect(page).toHaveURL('/contact');
});

test('CARD-2: an offer leads to the form with its subject, until a message is sent', async ({ page }) => {
  // A draft keeps its text, and takes the subject of the offer.
  await open(page, '/contact');
  await form.fill(page, { ...form.EMPTY, subject: form.SUBJECTS[0], message: 'Bonjour' });
  await form.leave(page);
  await page.getByRole('button', { name: /suivant/i }).click();
  await startButton(cardWith(page, 'Prestation au forfait')).click();
  await arrived(page, '/contact');
  await expect(form.subject(page)).toHaveValue('Projet web et mobile à discuter');
  await expect(form.message(page)).toHaveValue('Bonjour');
  await expect(form.subject(page)).toHaveAccessibleDescription(/Application web ou mobile/);
  await form.send(page, { ...form.validValues(), subject: 'Projet web et mobile à discuter' });
  await expect(form.notice(page, form.NOTICES.success)).toBeVisible();
  await expect(form.subject(page)).toHaveValue('');
  await expect(form.subject(page)).not.toHaveAccessibleDescription(/Application/);
});

test('CARD-4: cards are at most 445 px wide and 550 px high', async ({ page }) => {
  await open(page, '/');
  for (const width of [360, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    // Cards of hidden slides keep their place.
    const sizes = await page.locator('article').evaluateAll((cards) =>
      cards.map((card) => {
        const box = card.getBoundingClientRect();
        const { maxWidth } = getComputedStyle(card);
        return { maxWidth, isNarrow: box.width <= 445, height: Math.round(box.height) };
      }),
    );
    expect(sizes, `${width} px`).toEqual(Array(6).fill({ maxWidth: '445px', isNarrow: true, height: 550 }));
  }
});

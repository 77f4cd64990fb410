import type { Locator, Page } from '@playwright/test';
import { fillForm, NOTICES, notice, subject, submit, validValues } from './contact-form.ts';
import { arrived, expect, open, test } from './fixtures.ts';
import { OFFERS } from './offers.ts';

const startButton = (card: Locator) => card.getByRole('link', { name: 'Démarrer votre projet' });

/** The card with this title, of those shown. */
const cardWith = (page: Page, title: string) =>
  page
    .getByRole('article')
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ visible: true });

test('CARD-1: the time-and-materials card has its title, its picture, its text, the daily rate and the button', async ({
  page,
}) => {
  await open(page, '/');
  const card = cardWith(page, 'Prestation en régie');
  const picture = card.getByRole('img');
  await expect(picture).toHaveAttribute('alt', /\S{3,}/);
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(card.getByRole('paragraph').first()).toHaveText(/^\S.{40,}\.$/);
  await expectPrice(card, '350 à 500 € HT par jour, tarif indicatif selon la durée et le lieu');
  await startButton(card).click();
  await expect(page).toHaveURL('/contact');
});

/** The whole price text, as programs read it too; its blanks of any kind read as single spaces. */
async function expectPrice(card: Locator, price: string): Promise<void> {
  const shown = card.getByRole('paragraph').filter({ hasText: '€' });
  await expect(shown).toHaveText(price);
}

test('HOME-7, CARD-2, CARD-5: beside one card of time and materials the five offers, each with icon, title, description lines, prices and the button', async ({
  page,
}) => {
  await open(page, '/');
  for (const { title, price } of OFFERS) {
    const card = cardWith(page, 'Prestation au forfait');
    await expect(card).toHaveCount(1);
    await expect(cardWith(page, 'Prestation en régie')).toHaveCount(1);
    await expect(card.getByRole('heading', { level: 3 })).toHaveText('Prestation au forfait');
    await expect(card.getByRole('heading', { level: 4 })).toHaveText(title);
    expect(await card.getByRole('listitem').count()).toBeGreaterThanOrEqual(2);
    await expectPrice(card, price);
    await expect(card.locator('span > svg')).toBeVisible();
    await expect(startButton(card)).toHaveAttribute('href', '/contact');
    await page.getByRole('button', { name: /suivant/i }).click();
  }
  await startButton(cardWith(page, 'Prestation au forfait')).click();
  await expect(page).toHaveURL('/contact');
});

test('CARD-2: the button of an offer leads to the form with the fitting subject, until a message is sent', async ({
  page,
}) => {
  await open(page, '/');
  await page.getByRole('button', { name: /suivant/i }).click();
  await startButton(cardWith(page, 'Prestation au forfait')).click();
  await arrived(page, '/contact');
  await expect(subject(page)).toHaveValue('Projet web et mobile à discuter');
  await expect(subject(page)).toHaveAccessibleDescription(/Application web ou mobile/);
  await fillForm(page, { ...validValues(), subject: 'Projet web et mobile à discuter' });
  await submit(page).click();
  await expect(notice(page, NOTICES.success)).toBeVisible();
  await expect(subject(page)).toHaveValue('');
  await expect(subject(page)).not.toHaveAccessibleDescription(/Application/);
});

/** Boxes of the two cards as painted: the nearest ancestor of the title whose maximum width is the specified one. */
async function cardBoxes(page: Page): Promise<{ maxWidth: string; width: number; height: number }[]> {
  return page.evaluate(() =>
    ['Prestation en régie', 'Prestation au forfait'].map((title) => {
      const elements = [...document.querySelectorAll<HTMLElement>('main *')];
      let card: HTMLElement | null =
        elements.find(
          (element) =>
            element.textContent?.trim() === title && element.checkVisibility({ visibilityProperty: true }),
        ) ?? null;
      while (card && getComputedStyle(card).maxWidth !== '445px') card = card.parentElement;
      if (!card) return { maxWidth: 'none', width: 0, height: 0 };
      const { width, height } = card.getBoundingClientRect();
      return { maxWidth: getComputedStyle(card).maxWidth, width, height };
    }),
  );
}

test('CARD-4: cards are at most 445 px wide and 550 px high', async ({ page }) => {
  for (const width of [360, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/');
    for (let slide = 0; slide < 5; slide += 1) {
      for (const box of await cardBoxes(page)) {
        expect(box.maxWidth).toBe('445px');
        expect(box.width).toBeLessThanOrEqual(445);
        expect(Math.round(box.height), `${width} px, slide ${slide + 1}`).toBe(550);
      }
      await page.getByRole('button', { name: /suivant/i }).click();
    }
  }
});

/** Elements of the services whose text is cut off without a way to scroll to it by keyboard. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const elements = [...document.querySelectorAll<HTMLElement>('main section *')].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
    const hides = (element: HTMLElement) => {
      const { overflowX, overflowY, clip, clipPath } = getComputedStyle(element);
      if (element.clientHeight <= 2 || clip !== 'auto' || clipPath !== 'none' || element.tagName === 'svg')
        return false;
      const taller = element.scrollHeight > element.clientHeight + 1;
      const wider = element.scrollWidth > element.clientWidth + 1;
      const scrollable = ['auto', 'scroll'].includes(overflowY) && element.tabIndex >= 0;
      return (
        (taller && overflowY !== 'visible' && !scrollable) ||
        (wider && overflowX !== 'visible' && !scrollable)
      );
    };
    return elements.filter(hides).map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`);
  });
}

for (const { name, width, text } of [
  { name: 'at 320 px', width: 320, text: '100%' },
  { name: 'with text at 200 %', width: 1280, text: '200%' },
  { name: 'at 320 px with text at 200 %', width: 320, text: '200%' },
]) {
  test(`CARD-4: nothing in the cards is cut off ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/');
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, text);
    for (let slide = 0; slide < 5; slide += 1) {
      expect(await cutOff(page), `slide ${slide + 1}`).toEqual([]);
      for (const title of ['Prestation en régie', 'Prestation au forfait']) {
        await expectInside(cardWith(page, title));
      }
      await page.getByRole('button', { name: /suivant/i }).click();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });
}

/** Every line of the card and its button lie inside the card’s own box. */
async function expectInside(card: Locator): Promise<void> {
  const outside = await card.evaluate((element) => {
    const limit = element.getBoundingClientRect();
    return [...element.querySelectorAll('*:not(svg *)')]
      .filter(
        (part) =>
          part.checkVisibility({ visibilityProperty: true }) && part.getBoundingClientRect().height > 2,
      )
      .filter((part) => {
        const box = part.getBoundingClientRect();
        return box.bottom > limit.bottom + 1 || box.right > limit.right + 1 || box.left < limit.left - 1;
      })
      .map((part) => part.tagName);
  });
  expect(outside).toEqual([]);
}

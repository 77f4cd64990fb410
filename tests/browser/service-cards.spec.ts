import type { Page } from '@playwright/test';
import { contactForm } from '../../src/contact/words.ts';
import { regieOffer as example, fixedPriceOffers, type RegieOffer } from '../../src/site.ts';
import { homeWords } from '../../src/words/home.ts';
import { contactSubjects, startProject } from '../../src/words/specified.ts';
import * as form from './contact-form.ts';
import { arrived, expect, footerLink, open, test } from './fixtures.ts';

const cardWith = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByText(title, { exact: true }), visible: true });

const regieOffer = example as RegieOffer;
const [fixedPrice, regie] = [homeWords.services.fixedPrice, regieOffer.titre];

test('CARD-1, CARD-2, FORM-9: the offer that led to the form begins the message', async ({ page }) => {
  const [, second] = fixedPriceOffers;
  const line = contactForm.offerLine;
  const follow = async (card: string) => {
    await cardWith(page, card).getByRole('link', { name: startProject }).click();
    await arrived(page, '/contact');
  };
  await open(page, '/');
  await follow(regie);
  await expect(form.subject(page)).toHaveValue(regieOffer.subject);
  await expect(form.message(page)).toHaveValue(`${line(regie)}\n\n`);
  await page.goBack();
  await footerLink(page, 'Contact').click();
  await arrived(page, '/contact');
  expect(await form.read(page), 'nothing was typed').toEqual(form.EMPTY);
  // A draft keeps its text, and takes the subject and the line of the offer.
  await form.message(page).fill('Un refuge de montagne.');
  await form.leave(page);
  await page.getByRole('button', { name: /suivant/i }).click();
  await follow(fixedPrice);
  const written = `${line(String(second?.titre))}\n\nUn refuge de montagne.`;
  await expect(form.message(page)).toHaveValue(written);
  await expect(form.counter(page, written.length)).toBeVisible();
  await expect(form.subject(page)).toHaveValue(String(second?.subject));
  await form.subject(page).selectOption(contactSubjects[5]);
  await form.leave(page);
  await page.goBack();
  await expect(form.subject(page), 'another than the offer’s').toHaveValue(contactSubjects[5]);
  await form.message(page).fill(written.replace('».', '», pour l’été.'));
  await page.reload();
  await expect(form.message(page), 'as it was changed').toHaveValue(/», pour l’été\.\n\nUn refuge/);
  await form.message(page).fill(written);
  await form.leave(page);
  await footerLink(page, 'Contact').click();
  await expect(form.message(page)).toHaveValue('Un refuge de montagne.');
  await page.goBack();
  await page.goBack();
  await expect(form.message(page)).toHaveValue(written);
});

// Another owner's cards may have longer texts, which tests/deploy/make-it-yours.test.ts tries.
test('CARD-4: cards are at most 445 px wide and 550 px high, their lists at one height', async ({ page }) => {
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
    const asSpecified = { maxWidth: '445px', isNarrow: true, height: 550 };
    expect(sizes, `${width} px`).toEqual(Array(fixedPriceOffers.length + 1).fill(asSpecified));
    // The list stays where it is when the card changes.
    const lists = await page
      .locator('article ul')
      .evaluateAll((all) => all.map((list) => Math.round(list.getBoundingClientRect().top)));
    expect(lists, `${width} px`).toEqual(Array(fixedPriceOffers.length).fill(lists[0]));
  }
});

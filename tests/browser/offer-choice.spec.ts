import type { Page } from '@playwright/test';
import { contactForm } from '../../src/contact/words.ts';
import { SERVICES_TARGET } from '../../src/pages/scroll.ts';
import { contactPathFor } from '../../src/routes.ts';
import * as site from '../../src/site.ts';
import { homeWords } from '../../src/words/home.ts';
import { startProject } from '../../src/words/specified.ts';
import * as form from './contact-form.ts';
import { arrived, displayed, expect, follow, footerLink, loaded, open, test } from './fixtures.ts';
import { scrollPosition } from './movement.ts';
import { openWithout, recordGraphql } from './network.ts';

/* How a chosen offer reaches the form and stays chosen: FORM-12, CAR-5. */

test.use({ viewport: { width: 390, height: 844 } });

const { home } = site;
const regieOffer = site.regieOffer as site.RegieOffer;
const last = site.fixedPriceOffers.at(-1) as site.FixedPriceOffer;
const lineOf = ({ titre }: { titre: string }) => `${contactForm.offerLine(titre)}\n\n`;
const carousel = (page: Page) => page.locator('[aria-roledescription=carrousel]');
const chosen = (page: Page) => carousel(page).getByRole('tab', { selected: true });
const button = (page: Page) =>
  carousel(page).locator('article:visible').getByRole('link', { name: startProject });
const choice = (page: Page) => page.getByRole('main').locator('summary');

/** Expects the last offer's form, whose first screen names that offer. */
async function expectOffer(page: Page): Promise<void> {
  await expect(form.message(page)).toHaveValue(lineOf(last));
  await expect(form.subject(page)).toHaveValue(last.subject);
  await expect(choice(page)).toHaveText(`Votre choix\u00a0: ${last.titre}, ${last.shortPrice} · Changer`);
  await expect(choice(page)).toBeInViewport({ ratio: 1 });
}

// The next test shows that the site leaves other ways to a new tab or window alone.
test('FORM-12: an offer opened in a new tab reaches its form', async ({ page, context }) => {
  await open(page, '/');
  await chooseLast(page);
  const opened = context.waitForEvent('page');
  await button(page).click({ modifiers: ['Control'] });
  const tab = await opened;
  await loaded(tab);
  await expectOffer(tab);
  await expect(tab).toHaveURL('/contact');
  await expect(page, 'the first tab stays').toHaveURL('/');
  await tab.reload();
  await loaded(tab);
  await expectOffer(tab);
});

test('FORM-12: only a plain click is taken from the browser', async ({ page }) => {
  await open(page, '/');
  const taken = await button(page).evaluate((link) => {
    // This listener runs behind the site's own, and keeps the page.
    const seen: boolean[] = [];
    addEventListener('click', (click) => {
      seen.push(click.defaultPrevented);
      click.preventDefault();
    });
    const keys = ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'].map((key) => ({ [key]: true }));
    for (const how of [...keys, { button: 1 }, {}])
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...how }));
    return seen;
  });
  expect(taken).toEqual([false, false, false, false, false, true]);
});

test('FORM-12: an offer pressed before the scripts, or without them, reaches its form', async ({ page }) => {
  for (const areLost of [false, true]) {
    const arrive = await openWithout(page, `/#${regieOffer.id}`);
    await page.locator(`a[href="${contactPathFor(last.id)}"]`).evaluate((link: HTMLElement) => link.click());
    await expect(page).toHaveURL(contactPathFor(last.id));
    await displayed(page);
    await expectOffer(page);
    if (areLost) break;
    await arrive();
    await expectOffer(page);
    await expect(page).toHaveURL('/contact');
    await page.unrouteAll();
  }
});

test('FORM-12, FORM-9: the offer can be changed at the form, and back', async ({ page }) => {
  await open(page, contactPathFor(last.id));
  const values = form.validValues();
  await form.fill(page, { ...values, message: `${lineOf(last)}Mon texte.` });
  await choice(page).click();
  const others = page.getByRole('navigation', { name: 'Changer' });
  await others.getByRole('link', { name: regieOffer.titre }).click();
  await expect(choice(page)).toContainText(`${regieOffer.titre}, ${regieOffer.shortPrice}`);
  await expect(choice(page)).toBeFocused();
  await expect(others).toBeHidden();
  const inputFor = (offer: typeof last | typeof regieOffer) => {
    return { ...values, subject: offer.subject, message: `${lineOf(offer)}Mon texte.` };
  };
  const about = (offer: typeof last | typeof regieOffer) =>
    expect.poll(() => form.read(page)).toEqual(inputFor(offer));
  await about(regieOffer);
  await page.goBack();
  await about(last);
  await page.goForward();
  await about(regieOffer);
  await page.reload();
  await loaded(page);
  await about(regieOffer);
  const sent = recordGraphql(page);
  await form.submit(page).click();
  await form.expectEmptied(page);
  expect(sent.map(({ variables }) => variables)).toEqual([{ input: inputFor(regieOffer) }]);
  await footerLink(page, 'Contact').click();
  await expect(choice(page), 'no offer led here').toBeHidden();
});

async function chooseLast(page: Page): Promise<void> {
  await carousel(page).getByRole('tab', { name: last.tab }).click();
}

test('CAR-5: Back, Forward and reload find offer, stage and question again', async ({ page }) => {
  await open(page, '/');
  await chooseLast(page);
  await page.getByText(String(home.questions[1]?.title)).click();
  await page.locator('[data-number="3"]').check({ force: true });
  const expectFound = async () => {
    await expect(chosen(page)).toHaveText(`${last.tab} ${last.shortPrice}`);
    await expect(button(page)).toHaveAttribute('href', contactPathFor(last.id));
    await expect(page.getByText(String(home.questions[1]?.text))).toBeVisible();
    await expect(page.locator('[data-number="3"]')).toBeChecked();
  };
  // The link makes an entry of its own, which keeps all of them.
  await page.getByRole('link', { name: homeWords.seeServices }).click();
  await page.reload();
  await loaded(page);
  await expectFound();
  await button(page).click();
  await arrived(page, '/contact');
  await expectOffer(page);
  await page.goBack();
  await expectFound();
  await page.reload();
  await loaded(page);
  await expectFound();
  await page.goForward();
  await expectOffer(page);
  await page.goBack();
  await expectFound();
  await expect(page).toHaveURL(`/${SERVICES_TARGET}`);
});

test('CAR-5: a link names the offer, from outside, another page and the home itself', async ({ page }) => {
  const address = `/#${last.id}`;
  const expectShown = async () => {
    await expect(chosen(page)).toHaveText(`${last.tab} ${last.shortPrice}`);
    await expect(button(page)).toBeInViewport();
    expect((await chosen(page).boundingBox())?.y, 'below the bar').toBeGreaterThan(64);
  };
  await open(page, address);
  await expectShown();
  await page.reload();
  await loaded(page);
  await expectShown();
  await carousel(page).getByRole('tab').first().click();
  await page.evaluate((hash) => {
    location.hash = '';
    location.hash = hash;
  }, last.id);
  await expectShown();
  await follow(page, '/about');
  await expect.poll(() => scrollPosition(page)).toBe(0);
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, textContent: 'Offre' });
    document.querySelector('main')?.append(link);
    link.click();
  }, address);
  await expectShown();
});

test('FORM-12: links lead on where the history cannot be changed', async ({ page, noise }) => {
  noise.allow(/too many calls/);
  await page.addInitScript(() => {
    for (const name of ['pushState', 'replaceState'] as const)
      history[name] = () => {
        throw new DOMException('too many calls', 'SecurityError');
      };
  });
  await open(page, '/');
  await button(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(chosen(page)).toHaveText(`${last.tab} ${last.shortPrice}`);
  await expect(button(page)).toBeFocused();
  await button(page).click();
  await expect(page).toHaveURL(contactPathFor(last.id));
  await loaded(page);
  await expectOffer(page);
  await footerLink(page, 'Accueil').click();
  await expect(page).toHaveURL('/');
  await loaded(page);
  await page.getByRole('link', { name: 'Voir nos services' }).click();
  await expect(carousel(page).getByRole('tablist')).toBeInViewport();
});

import type { Page } from '@playwright/test';
import { SERVICES_TARGET } from '../../src/pages/scroll.ts';
import { contactPathFor } from '../../src/routes.ts';
import { fixedPriceOffers, identity } from '../../src/site.ts';
import { homeWords } from '../../src/words/home.ts';
import { twoFrames } from './display.ts';
import { arrived, displayed, expect, follow, footerLink, loaded, open, test } from './fixtures.ts';
import { expectMovement, scrollPosition, scrollToPosition } from './movement.ts';
import { holdOperation } from './network.ts';

test.use({ viewport: { width: 1024, height: 360 } });

test('PAGE-2: each page is entered at its top, by the last link of a page too', async ({ page }) => {
  await open(page, '/privacy');
  for (const [link, to, how] of [
    ['Contact', '/contact', 'instant'],
    ['Mentions légales', '/legal-mention', 'instant'],
    ['Politique de confidentialité', '/privacy', 'instant'],
    ['Accueil', '/', 'smooth'],
    ["L'équipe", '/about', 'smooth'],
  ] as const)
    await test.step(to, async () => {
      await scrollToPosition(page, 500);
      await expectMovement(page, how, async () => {
        await clickWithoutScrolling(page, link);
        await arrived(page, to);
      });
    });
  const end = footerLink(page, 'Accueil');
  await end.scrollIntoViewIfNeeded();
  await expectMovement(page, 'smooth', async () => {
    // The pressed link has the focus.
    await end.click();
    await expect(page).toHaveURL('/');
  });
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('PAGE-2: Back and Forward go to the top too, whatever the address names', async ({ page }) => {
  await open(page, '/');
  await clickWithoutScrolling(page, 'Politique de confidentialité');
  await arrived(page, '/privacy');
  await page.getByRole('main').locator('a[href^="#"]').last().click();
  await expect(page).toHaveURL(/#/);
  await clickWithoutScrolling(page, 'Contact');
  await arrived(page, '/contact');
  await scrollToPosition(page, 500);
  await expectMovement(page, 'instant', () => page.goBack());
  await expect(page.getByRole('heading', { level: 1, name: /confidentialité/i })).toBeFocused();
  expect(await scrollPosition(page)).toBe(0);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { name: homeWords.services.title })).toBeVisible();
  await scrollToPosition(page, 500);
  await expectMovement(page, 'instant', () => page.goForward());
  await expect(page).toHaveURL('/privacy');
  await scrollToPosition(page, 500);
  await expectMovement(page, 'smooth', () => page.goBack());
  await expect(page).toHaveURL('/');
});

test('PAGE-2: Back and Forward inside a page go to where the reader was', async ({ page }) => {
  // Safari before 26 lacks this event.
  await page.addInitScript(() =>
    addEventListener('scrollend', (event) => event.stopImmediatePropagation(), true),
  );
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const [one, other] = fixedPriceOffers.map(({ id }) => contactPathFor(id));
  for (const [path, link, forward] of [
    ['/', `a[href="${SERVICES_TARGET}"] >> nth=0`, /^\d{4}$/],
    [`${one}`, `a[href="${other}"]`, /^0$/],
    ['/privacy', 'a[href^="#"] >> nth=-1', /^([4-9]\d\d|\d{4})$/],
  ] as const) {
    await open(page, path);
    await scrollToPosition(page, 60);
    // The event is dispatched, because a click of Playwright’s own would scroll to the link first.
    await page.getByRole('main').locator(link).dispatchEvent('click');
    await scrollToPosition(page, 200);
    await page.goBack();
    await expect.poll(() => scrollPosition(page), path).toBe(60);
    await page.goForward();
    await expect.poll(async () => `${await scrollPosition(page)}`, path).toMatch(forward);
  }
  const place = await scrollPosition(page);
  await page.evaluate(() => {
    location.hash = 'inconnu';
  });
  await twoFrames(page);
  expect(await scrollPosition(page), 'a fragment without a place').toBe(place);
});

test('PAGE-2: a page that is loaded again, while it is blank too, stays where it was', async ({ page }) => {
  await open(page, '/');
  await scrollToPosition(page, 4_000);
  // The place is noted before the reload, as nobody reloads in the frame in which the page comes to rest.
  await expect.poll(() => page.evaluate(() => history.state?.y)).toBe(4_000);
  const answer = await holdOperation(page, 'getAdminPublicProfil');
  await page.reload();
  // The second reload comes while the page is blank.
  await page.waitForFunction(() => history.scrollRestoration === 'manual');
  await page.reload();
  answer();
  await loaded(page);
  await expect.poll(() => scrollPosition(page)).toBe(4_000);
  await clickWithoutScrolling(page, 'Contact');
  await expect(page.getByRole('heading', { level: 1, name: /projet/i })).toBeFocused();
  await scrollToPosition(page, 300);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1, name: /projet/i })).toBeHidden();
  await expect.poll(() => scrollPosition(page), 'Back goes to the top').toBe(0);
  await scrollToPosition(page, 4_000);
  // This document has the same origin, so the browser keeps the place before the next one comes.
  await page.goto('/robots.txt');
  await page.goBack();
  await displayed(page);
  await expect.poll(() => scrollPosition(page), 'Back from another document keeps the place').toBe(4_000);
});

test('PAGE-3: the back-to-top button comes beyond 300 px and scrolls smoothly', async ({ page }) => {
  // The home has its own header, every other page the frame.
  await open(page, '/about');
  for (const path of ['/', '/privacy']) {
    await follow(page, path);
    const button = page.getByRole('button', { name: 'Retour en haut' });
    await expect(button).toBeHidden();
    await scrollToPosition(page, 301);
    await expect(button).toBeVisible();
    // The button shows its words if there is room beside the studio's name; it is in the fixed bar and covers nothing.
    const words = button.getByText('Retour en haut');
    for (const width of [320, 390, 1024]) {
      await page.setViewportSize({ width, height: 360 });
      await expect(words).toBeVisible({ visible: width === 1024 });
      const name = page.getByRole('banner').getByText(identity.studioName);
      expect((await name.boundingBox())?.width).toBeGreaterThan(50);
    }
    expect(await button.evaluate((element) => element.closest('header > div') !== null)).toBe(true);
    await scrollToPosition(page, 300);
    await expect(button).toBeHidden();
    await scrollToPosition(page, 480);
    await expectMovement(page, 'smooth', () => button.click());
    await expect(button).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 }), 'the button is gone').toBeFocused();
  }
});

test('LEGAL-1, PRIV-1: the contents mark the section that is being read', async ({ page }) => {
  await open(page, '/');
  for (const path of ['/legal-mention', '/privacy']) {
    await follow(page, path);
    const links = page.getByRole('navigation', { name: 'Sommaire' }).getByRole('link');
    const expectMarked = async (index: number) => {
      await expect(links.nth(index), path).toHaveAttribute('aria-current', 'location');
      await expect(page.locator('main [aria-current]')).toHaveCount(1);
    };
    await expectMarked(0);
    await links.nth(2).click();
    await expectMarked(2);
    const bar = await page.getByRole('banner').locator('> div').first().boundingBox();
    expect((await links.first().boundingBox())?.y, 'below the bar').toBeGreaterThan(Number(bar?.height));
    await page.mouse.wheel(0, -5_000);
    await expectMarked(0);
  }
});

test('PAGE-2, PAGE-3, HOME-6: with reduced motion every way is instant', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/privacy');
  await scrollToPosition(page, 500);
  await expectMovement(page, 'instant', () => clickWithoutScrolling(page, 'Accueil'));
  await expect(page).toHaveURL('/');
  await expectMovement(
    page,
    'instant',
    () => clickWithoutScrolling(page, homeWords.seeServices),
    () => expect.poll(() => scrollPosition(page)).toBeGreaterThan(300),
  );
  await expectMovement(page, 'instant', () => page.getByRole('button', { name: 'Retour en haut' }).click());
});

/** Follows a link without scrolling to it first, as a keyboard does. */
async function clickWithoutScrolling(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name, exact: true }).last();
  await link.evaluate((element: HTMLElement) => element.click());
}

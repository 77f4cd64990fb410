import type { Page } from '@playwright/test';
import { fixedPriceOffers } from '../../src/site.ts';
import * as form from '../browser/contact-form.ts';
import { expect, test } from '../browser/fixtures.ts';
import { onOperation } from '../browser/network.ts';
import { lostText } from './lost-text.ts';
import { adoptStyle, onPages, openPage, openWholePage } from './open-page.ts';
import { PAGES, SIZES } from './pages.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** All text settings of a visitor at once (WCAG 2.2, 1.4.12). */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Doubling the root equals a browser's larger text, because every size of the site is in rem. */
const DOUBLED = ':root { font-size: 200% !important }';

/** Hides all but the notice; fixed elements lie over the page on purpose, and `lostText` leaves them out. */
const NOTICE_ALONE = `main, header, footer { visibility: hidden }
  div:has(> [role="alert"]) { position: absolute !important; }`;

type Setting = readonly [name: string, width: number, height: number, style?: string];

const SETTINGS: readonly Setting[] = [
  ['a zoom of 400 % on 1280 × 1024', 320, 256],
  ['text at 200 % at 320 px', 320, 640, DOUBLED],
  ['text at 200 % at the sm breakpoint', 600, 900, DOUBLED],
  ['text at 200 % on a tablet', 768, 1024, DOUBLED],
  ['text at 200 % on a laptop', 1280, 800, DOUBLED],
  ['wide text spacing at 320 px', 320, 640, SPACED],
  ['wide text spacing on a laptop', 1280, 800, SPACED],
  ['the sm breakpoint', 600, 900],
  ['one pixel below the sm breakpoint', 599, 900],
  ['a small laptop', 1024, 768],
];

const reading = PAGES.filter(({ path }) => path !== '/' && path !== '/contact');

test('no text of the pages to read is lost with zoom, larger or wider text', async ({ page }) => {
  await onPages(page, () => expectWholeInAll(page), reading);
});

test('CARD-4: no text of home, offers and drawer is lost with zoom and other text', async ({ page }) => {
  await openWholePage(page, '/');
  await expectWholeInAll(page, 'body', async ([name, width]) => {
    for (let turn = 1; turn < fixedPriceOffers.length; turn += 1) {
      await page.getByRole('button', { name: /suivant/i }).click();
      await expectWhole(page, `${name}, offer ${turn + 1}`, '#services');
    }
    if (width >= 600) return;
    await page.getByRole('button', { name: /menu/i }).first().click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('link')).toHaveCount(2);
    // The drawer scrolls back to its former place a moment after it has opened.
    for (const part of await drawer.locator('a, button').all()) {
      await part.scrollIntoViewIfNeeded();
      await expect(part, name).toBeInViewport({ ratio: 0.99 });
    }
    await page.keyboard.press('Escape');
  });
});

test('CARD-4: eight offers, and names of 60 letters, lose no text', async ({ page }) => {
  await openWholePage(page, '/');
  const names = page.getByRole('tablist');
  await names.evaluate((row) => {
    const name = 'Site de commerce, son catalogue, ses commandes et ses stocks';
    const [first] = row.children;
    while (first && row.childElementCount < 8) row.append(first.cloneNode(true));
    for (const tab of row.children) tab.textContent = name.slice(0, 30);
    for (const title of document.querySelectorAll('h4')) title.textContent = name;
  });
  await expectWholeInAll(page, '#services');
  await names.getByRole('tab').last().scrollIntoViewIfNeeded();
  await expect(names.getByRole('tab').last()).toBeInViewport({ ratio: 1 });
});

test('no error of a field moves the button that is being pressed', async ({ page }) => {
  await openPage(page, '/contact');
  const heights = async () => {
    const found: string[] = [];
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const top = await form.submit(page).evaluate((button) => button.getBoundingClientRect().y + scrollY);
      found.push(`${top} at ${size.width} px`);
    }
    return found;
  };
  const before = await heights();
  await form.phone(page).fill('06 12');
  await form.message(page).fill('Bonjour');
  for (const field of [form.subject, form.email, form.fullname, form.phone, form.message]) {
    await field(page).focus();
    await field(page).blur();
  }
  await expect(page.getByText(form.MESSAGES.messageShort)).toBeVisible();
  await expect(page.getByText(form.MESSAGES.phone)).toBeVisible();
  expect(await heights()).toEqual(before);
  await expect(page.locator('#contact-phone-error'), 'one line, as the others').toHaveCSS('height', '20px');
});

// A form without errors has fewer words, in the same place.
test('no text of a form in error or a notice is lost in any setting', async ({ page, noise }) => {
  noise.expect(form.REFUSED);
  await onOperation(page, 'postContactForm', form.refused);
  await openWholePage(page, '/contact');
  await page.getByLabel('Message').fill('Ça '.repeat(667).slice(0, 2000));
  await form.submit(page).click();
  await expectWholeInAll(page);
  await form.send(page);
  // The notice stays as long as it has the focus.
  await form.notice(page, form.NOTICES.failure).getByRole('button').focus();
  await adoptStyle(page, NOTICE_ALONE);
  await expectWholeInAll(page);
  await expect(form.notice(page, form.NOTICES.failure)).toBeVisible();
});

test('with larger text signs grow with their words, and a tablet has a menu', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await openWholePage(page, '/');
  const tick = page.getByRole('article').locator('li svg').first();
  const menu = page.getByRole('button', { name: /menu/i }).first();
  await expect(menu).toBeHidden();
  await adoptStyle(page, DOUBLED);
  expect(await tick.boundingBox()).toMatchObject({ width: 40, height: 40 });
  await expect(page.getByRole('banner').getByRole('link')).toHaveCount(0);
  await menu.click();
  await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(2);
});

/** Expects that nothing is lost in any setting; runs a function in each. */
async function expectWholeInAll(page: Page, within?: string, act = async (_setting: Setting) => {}) {
  for (const setting of SETTINGS) {
    const [name, width, height, style = ''] = setting;
    await page.setViewportSize({ width, height });
    const sheet = await adoptStyle(page, style);
    await expectWhole(page, name, within);
    await act(setting);
    await sheet.evaluate((each) => each.replaceSync(''));
  }
}

async function expectWhole(page: Page, name: string, within?: string): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect.soft(sideways, `pixels of sideways scrolling, ${name}`).toBeLessThanOrEqual(0);
  expect.soft(await lostText(page, within), name).toEqual([]);
  const fullCards = page.getByRole('article').filter({ visible: true });
  const spilt = await fullCards.evaluateAll((cards) =>
    cards.map((card) => Math.max(0, card.scrollHeight - card.clientHeight - 1)),
  );
  expect.soft(Math.max(0, ...spilt), `pixels out of a card, ${name}`).toBe(0);
}

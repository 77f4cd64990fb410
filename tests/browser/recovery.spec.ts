import type { Page } from '@playwright/test';
import { about } from '../../src/site.ts';
import * as form from './contact-form.ts';
import { displayed, expect, hydrated, isSameDocument, markDocument, open, test } from './fixtures.ts';
import { scrollToPosition } from './movement.ts';
import { holdOperation } from './network.ts';

/* These tests have extensions that change the page, browsers that lack a feature, and visitors who return. */

test('PAGE-4: a page whose scripts fail every time stays as it was rendered', async ({ page, noise }) => {
  noise.allow(/Refused here|failed again/);
  await page.addInitScript(() =>
    Object.defineProperty(document, 'title', {
      set: () => {
        throw new Error('Refused here');
      },
    }),
  );
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  await page.goto('/about');
  await expect.poll(() => loads).toBe(3);
  await expect(page.locator('html:not([data-scripts])')).toBeAttached();
  await displayed(page);
  expect(loads).toBe(3);
  await page.reload();
  await expect.poll(() => loads, 'a visitor who reloads it begins anew').toBe(6);
});

test('PAGE-4: the scripts run whatever another program writes into the history', async ({ page }) => {
  await open(page, '/');
  for (const state of [
    'text',
    7,
    [1],
    { failures: '9', slide: 7, stage: {}, question1: 'oui', offer: [], y: 'a' },
  ]) {
    await page.evaluate((value) => history.replaceState(value, ''), state);
    await page.reload();
    await hydrated(page);
    await page.getByRole('tab').last().click();
    await expect(page.getByRole('tab').last()).toHaveAttribute('aria-selected', 'true');
  }
});

test('PAGE-4, FORM-3: an extension that wraps main empties nothing', async ({ page, noise }) => {
  noise.allow(/NotFoundError|removeChild|insertBefore/);
  await open(page, '/contact');
  await markDocument(page);
  const values = form.validValues();
  await form.fill(page, values);
  await page.evaluate(() => {
    const main = document.querySelector('main');
    const wrapper = document.createElement('div');
    main?.replaceWith(wrapper);
    wrapper.append(...(main ? [main] : []));
    document.querySelector('footer')?.remove();
  });
  await page.getByRole('link', { name: "L'équipe" }).first().click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('main').getByRole('heading', { name: about.title })).toBeVisible();
  await page.goBack();
  await expect.poll(() => form.read(page)).toEqual(values);
  expect(await isSameDocument(page), 'rendered afresh, not loaded anew').toBe(true);
});

/** Removes an element that React removes, too; the page is then rendered afresh. */
async function renderAfresh(page: Page): Promise<void> {
  await page.locator('form').evaluate((element) => element.setAttribute('data-former', ''));
  await scrollToPosition(page, 400);
  await page.getByRole('button', { name: 'Retour en haut' }).evaluate((button) => button.remove());
  await scrollToPosition(page, 0);
  await expect(page.locator('form:not([data-former])')).toBeVisible();
}

test('FORM-3, FORM-5: a form rendered afresh keeps its text until it is sent', async ({ page, noise }) => {
  noise.allow(/NotFoundError|removeChild/);
  await page.clock.install();
  const answer = await holdOperation(page, 'postContactForm', form.accepted);
  await open(page, '/contact');
  const values = form.validValues();
  await form.fill(page, values);
  await renderAfresh(page);
  expect(await form.read(page)).toEqual(values);
  await expect(form.restore(page)).toHaveCount(0);
  await form.submit(page).click();
  await expect(form.submit(page)).toBeDisabled();
  await renderAfresh(page);
  answer();
  const notice = form.notice(page, form.NOTICES.success);
  await notice.evaluate((region) => region.firstElementChild?.remove());
  await form.expectEmptied(page);
  await form.message(page).fill('Un autre message.');
  await page.clock.runFor(5_000);
  await expect(notice).toHaveCount(0);
  await expect(form.message(page)).toHaveValue('Un autre message.');
});

test('HOME-2: an impatient double tap on the burger leaves the drawer open', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  // The second tap meets the backdrop before the drawer moves, or the button of a drawer that is there at once.
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.001 });
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await open(page, '/about');
    await page.getByRole('button', { name: /menu/i }).dblclick({ delay: 20 });
    // The drawer stays visible for a while as it closes.
    await expect(page.locator('dialog'), reducedMotion).toHaveJSProperty('open', true);
  }
});

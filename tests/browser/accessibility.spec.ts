import type { Page } from '@playwright/test';
import { contactPathFor } from '../../src/routes.ts';
import { fixedPriceOffers } from '../../src/site.ts';
import * as form from './contact-form.ts';
import { AXE, violations } from './display.ts';
import { expect, follow, open, PATHS, test } from './fixtures.ts';
import { onOperation } from './network.ts';

// The script is in each page from its start, because adding it for each run takes twice as long as the run.
test.beforeEach(({ context }) => context.addInitScript({ path: AXE }));

/** Rules about colours; in dark mode only these are checked, because nothing else changes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Checks both modes at these widths, 320 px by default. */
async function expectAccessible(page: Page, widths = [320], before = async () => {}): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await before();
      const found = await violations(page, colorScheme === 'dark' ? COLOUR_RULES : undefined);
      expect.soft(found, `${width} px, ${colorScheme} mode`).toEqual([]);
    }
  }
}

test('PAGE-4, MODE-2: no accessibility violation on any page in both modes', async ({ page }) => {
  await open(page, '/about');
  for (const path of [...PATHS, '/nulle-part'])
    await test.step(path, async () => {
      await follow(page, path);
      await expectAccessible(page, [320, 768, 1280]);
    });
});

test('FORM-12: no accessibility violation with the list of offers at the form', async ({ page }) => {
  await open(page, contactPathFor(fixedPriceOffers[0]?.id ?? ''));
  await page.getByRole('main').locator('summary').click();
  await expectAccessible(page);
});

// One width is enough, because errors, notices and the drawer have the same roles and colours at each.
test('FORM-3, FORM-6: no violation in a form with errors or notices', async ({ page, noise }) => {
  noise.expect(form.REFUSED);
  await page.clock.install({ time: '2026-01-05T10:00:00' });
  await open(page, '/contact');
  await form.submit(page).click();
  await expect(page.getByText(form.MESSAGES.messageRequired).first()).toBeVisible();
  await expectAccessible(page);
  for (const [hour, text, answer] of [
    [11, form.NOTICES.failure, form.refused],
    [12, form.NOTICES.success, form.accepted],
  ] as const) {
    await onOperation(page, 'postContactForm', answer);
    await form.fill(page, form.validValues());
    // Pointing at the notice then stops its time.
    await page.clock.pauseAt(`2026-01-05T${hour}:00:00`);
    await form.submit(page).click();
    const pointAt = () => form.notice(page, text).first().hover();
    await pointAt();
    await page.clock.resume();
    await expectAccessible(page, [320], pointAt);
    await expect(form.notice(page, text), 'the notice is still there').toBeVisible();
  }
});

test('HOME-2: no accessibility violation with the drawer open', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 900 });
  await open(page, '/');
  await page.getByRole('button', { name: /menu/i }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import {
  fillForm,
  isNoticeShown,
  MESSAGES,
  NOTICES,
  notice,
  REFUSED,
  refuseFirst,
  submit,
  validValues,
} from './contact-form.ts';
import { expect, open, PATHS, test } from './fixtures.ts';

test.use({ bypassCSP: true });

const WIDTHS = [320, 768, 1280] as const;
const MODES = ['light', 'dark'] as const;

async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => each.effect?.getTiming().iterations !== Infinity)
        .map((each) => each.finished),
    ),
  );
  // In the page itself, and without a description of all that is well: the same faults in half the time.
  expect(page.frames(), 'the page alone').toHaveLength(1);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target} ${node.failureSummary ?? ''}`),
  );
  expect(found, what).toEqual([]);
}

/** Nor does the page scroll sideways; it ends at the greatest width. */
async function expectAccessibleAtAllWidths(page: Page, what: string, before = async () => {}): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await before();
    await expectAccessible(page, `${what} at ${width} px`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `sideways scrolling of ${what} at ${width} px`).toBeLessThanOrEqual(0);
  }
}

/** With a notice that the visitor points at, which holds its time; until then the page's clock must stand. */
async function expectNoticeAccessible(page: Page, text: string): Promise<void> {
  const pointAt = () => notice(page, text).first().hover();
  await pointAt();
  await page.clock.resume();
  await expectAccessibleAtAllWidths(page, text, pointAt);
  expect(await isNoticeShown(page, text), 'the notice is still there').toBe(true);
}

for (const colorScheme of MODES) {
  for (const path of [...PATHS, '/nulle-part']) {
    test(`PAGE-4, MODE-2: no accessibility violation on ${path} (${colorScheme} mode, ${WIDTHS.join(', ')} px)`, async ({
      page,
      noise,
    }) => {
      if (path === '/nulle-part') noise.expect(/404/);
      await page.emulateMedia({ colorScheme });
      await open(page, path);
      await expectAccessibleAtAllWidths(page, path);
    });
  }

  test.describe(`${colorScheme} mode`, () => {
    test.use({ colorScheme });

    test(`FORM-3, FORM-6: no accessibility violation in the form with errors and notices (${colorScheme} mode, ${WIDTHS.join(', ')} px)`, async ({
      page,
      noise,
    }) => {
      noise.expect(REFUSED);
      await refuseFirst(page, (route) => route.continue());
      await page.clock.install({ time: '2026-01-05T10:00:00' });
      await open(page, '/contact');
      await submit(page).click();
      await expect(page.getByText(MESSAGES.messageRequired).first()).toBeVisible();
      await expectAccessibleAtAllWidths(page, 'errors');
      await fillForm(page, validValues());
      await page.clock.pauseAt('2026-01-05T11:00:00');
      await submit(page).click();
      await expectNoticeAccessible(page, NOTICES.failure);
      await fillForm(page, validValues());
      await page.clock.pauseAt('2026-01-05T12:00:00');
      await submit(page).click();
      await expectNoticeAccessible(page, NOTICES.success);
    });
  });

  for (const width of [320, 599]) {
    test.describe(`${colorScheme} mode, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test(`HOME-2: no accessibility violation with the drawer open (${colorScheme} mode, ${width} px)`, async ({
        page,
      }) => {
        await open(page, '/');
        await page.getByRole('button', { name: /menu/i }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessible(page, 'drawer');
      });
    });
  }
}

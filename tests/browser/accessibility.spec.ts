import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import * as form from './contact-form.ts';
import { expect, open, PATHS, test } from './fixtures.ts';
import { onOperation } from './network.ts';

test.use({ bypassCSP: true });

const WIDTHS = [320, 768, 1280] as const;
const MODES = ['light', 'dark'] as const;

/** The rules that judge colours: the dark mode changes nothing else from one width to the next. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

async function expectAccessible(page: Page, what: string, rules: readonly string[] = []): Promise<void> {
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
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target} ${node.failureSummary ?? ''}`),
  );
  expect(found, what).toEqual([]);
}

/** At every width in both modes. It ends at the greatest width. */
async function expectAccessibleEverywhere(page: Page, what: string, before = async () => {}): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of MODES) {
      await page.emulateMedia({ colorScheme });
      await before();
      const rules = colorScheme === 'dark' && width !== WIDTHS[0] ? COLOUR_RULES : [];
      await expectAccessible(page, `${what} at ${width} px, ${colorScheme} mode`, rules);
    }
  }
}

/** With a notice that the visitor points at, which holds its time; until then the page's clock must stand. */
async function expectNoticeAccessible(page: Page, text: string): Promise<void> {
  const pointAt = () => form.notice(page, text).first().hover();
  await pointAt();
  await page.clock.resume();
  await expectAccessibleEverywhere(page, text, pointAt);
  await expect(form.notice(page, text), 'the notice is still there').toBeVisible();
}

for (const path of [...PATHS, '/nulle-part']) {
  test(`PAGE-4, MODE-2: no accessibility violation on ${path} in both modes`, async ({ page }) => {
    await open(page, path);
    await expectAccessibleEverywhere(page, path);
  });
}

test('FORM-3: no accessibility violation in the form with errors', async ({ page }) => {
  await open(page, '/contact');
  await form.submit(page).click();
  await expect(page.getByText(form.MESSAGES.messageRequired).first()).toBeVisible();
  await expectAccessibleEverywhere(page, 'errors');
});

test('FORM-6: no accessibility violation in the form with notices', async ({ page, noise }) => {
  noise.expect(form.REFUSED);
  await onOperation(page, 'postContactForm', form.refused, (route) => route.continue());
  await page.clock.install({ time: '2026-01-05T10:00:00' });
  await open(page, '/contact');
  for (const [hour, text] of [
    [11, form.NOTICES.failure],
    [12, form.NOTICES.success],
  ] as const) {
    await form.fill(page, form.validValues());
    await page.clock.pauseAt(`2026-01-05T${hour}:00:00`);
    await form.submit(page).click();
    await expectNoticeAccessible(page, text);
  }
});

test('HOME-2: no accessibility violation with the drawer open', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await open(page, '/');
  await page.getByRole('button', { name: /menu/i }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  for (const width of [320, 599]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of MODES) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `drawer at ${width} px, ${colorScheme} mode`);
    }
  }
});

import type { Page } from '@playwright/test';
import { contactPathFor } from '../../src/routes.ts';
import { allOffers } from '../../src/site.ts';
import * as form from '../browser/contact-form.ts';
import { AXE, violations } from '../browser/display.ts';
import { expect, test } from '../browser/fixtures.ts';
import { scrollToPosition } from '../browser/movement.ts';
import { openPage } from './open-page.ts';
import { expectSamePicture, expectSameTree } from './same-picture.ts';

const screen = { scale: 0.4 };

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  film: 'still',
  viewport: { width: 390, height: 844 },
});
test.beforeEach(({ context }) => context.addInitScript({ path: AXE }));

async function openDrawer(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: /menu/i }).click();
}

async function scroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 900, height: 400 });
  await scrollToPosition(page, 1200);
  await expect(page.getByRole('button', { name: 'Retour en haut' })).toBeVisible();
}

for (const [state, path, part, reach] of [
  ['drawer', '/about', 'dialog', openDrawer],
  ['form-in-error', '/contact', 'form', (page: Page) => form.submit(page).click()],
  [
    'offer',
    contactPathFor(`${allOffers[1]?.id}`),
    'main summary + nav',
    (page: Page) => page.click('main summary'),
  ],
  ['scrolled', '/', 'header', scroll],
  ['skip-link', '/about', '#root a >> nth=0', (page: Page) => page.keyboard.press('Tab')],
] as const)
  test(`the state ‘${state}’ looks and reads as approved`, async ({ page }) => {
    await openPage(page, path);
    await reach(page);
    const root = page.locator(part);
    await expectSameTree(root, state);
    await expectSamePicture(part === 'form' ? root : page, `${state}.png`, screen);
    expect(await violations(page)).toEqual([]);
  });

for (const [outcome, answer] of [
  ['success', form.accepted],
  ['failure', form.refused],
] as const) {
  test(`FORM-5, FORM-6: the page after a ${outcome} looks as approved`, async ({ page, noise }) => {
    if (outcome === 'failure') noise.expect(form.REFUSED);
    await form.sendWhileClockStands(page, answer, 'Un projet.');
    // Pointing at the notice stops its time.
    const notice = form.notice(page, form.NOTICES[outcome]);
    await notice.hover();
    await expectSameTree(notice, outcome);
    await expectSamePicture(page, `${outcome}.png`, screen);
    await page.clock.resume();
    expect(await violations(page)).toEqual([]);
    await expect(notice).toBeVisible();
  });
}

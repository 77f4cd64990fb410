import * as form from '../browser/contact-form.ts';
import { expect, follow, test } from '../browser/fixtures.ts';
import { changedPoints } from '../browser/picture.ts';
import { openPage } from './open-page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

test('forced colours tell focus, wrong field and shown slide apart', async ({ page }) => {
  await openPage(page, '/');
  const next = page.getByRole('button', { name: /suivant/i });
  await next.scrollIntoViewIfNeeded();
  await next.focus();
  const tabs = page.getByRole('tablist');
  const first = await tabs.screenshot();
  await page.keyboard.press('ArrowRight');
  const second = await tabs.screenshot();
  expect(await changedPoints(first, second, 3)).toBeGreaterThan(150);
  await follow(page, '/contact');
  await form.submit(page).click();
  const field = page.getByLabel('Sujet');
  await expect(page.getByText('Le sujet est requis').first()).toBeVisible();
  await expect(field).toBeFocused();
  expect(await field.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none');
});

test('forced colours show the sign of a sent message in the colour of text', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await form.sendWhileClockStands(page);
  const text = await page.locator('body').evaluate((body) => getComputedStyle(body).color);
  await expect(page.locator('section:focus > svg')).toHaveCSS('color', text);
});

import * as form from '../browser/contact-form.ts';
import { expect, test } from '../browser/fixtures.ts';
import { openPage } from './open-page.ts';
import { SIZES } from './pages.ts';

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
  const [one, other] = [await form.fullname(page).boundingBox(), await form.phone(page).boundingBox()];
  expect([one?.y, one?.height]).toEqual([other?.y, other?.height]);
});

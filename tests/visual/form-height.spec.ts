import * as form from '../browser/contact-form.ts';
import { expect, test } from '../browser/fixtures.ts';
import { openPage } from './open-page.ts';
import { SIZES } from './pages.ts';

test('no error of a field moves the button that is being pressed', async ({ page }) => {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await openPage(page, '/contact');
    const before = await form.submit(page).evaluate((button) => button.getBoundingClientRect().y + scrollY);
    await form.phone(page).fill('06 12');
    await form.message(page).fill('Bonjour');
    for (const field of [form.subject, form.email, form.fullname, form.phone, form.message]) {
      await field(page).focus();
      await field(page).blur();
    }
    await expect(page.getByText(form.MESSAGES.messageShort)).toBeVisible();
    await expect(page.getByText(form.MESSAGES.phone)).toBeVisible();
    const after = await form.submit(page).evaluate((button) => button.getBoundingClientRect().y + scrollY);
    expect.soft(after - before, `pixels at ${size.width} px`).toBe(0);
  }
  const [one, other] = [await form.fullname(page).boundingBox(), await form.phone(page).boundingBox()];
  expect([one?.y, one?.height]).toEqual([other?.y, other?.height]);
});

import { email, fullname, MESSAGES, message, phone, subject, submit } from '../browser/contact-form.ts';
import { expect, test } from '../browser/fixtures.ts';
import { openPage } from './open-page.ts';
import { SIZES } from './pages.ts';

test('no error of a field moves the button that is being pressed, and fields on one line are as high as each other', async ({
  page,
  noise,
}) => {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await openPage(page, noise, { name: 'contact', path: '/contact' });
    const before = await submit(page).evaluate((button) => button.getBoundingClientRect().y + scrollY);
    await phone(page).fill('06 12');
    await message(page).fill('Bonjour');
    for (const field of [subject, email, fullname, phone, message]) {
      await field(page).focus();
      await field(page).blur();
    }
    await expect(page.getByText(MESSAGES.messageShort)).toBeVisible();
    await expect(page.getByText(MESSAGES.phone)).toBeVisible();
    const after = await submit(page).evaluate((button) => button.getBoundingClientRect().y + scrollY);
    expect.soft(after - before, `pixels at ${size.width} px`).toBe(0);
  }
  const [one, other] = [await fullname(page).boundingBox(), await phone(page).boundingBox()];
  expect([one?.y, one?.height]).toEqual([other?.y, other?.height]);
});

import { counter, expectError, MESSAGES, message } from './contact-form.ts';
import { expect, open, test } from './fixtures.ts';

test('FORM-3: typing and pasting beyond 2000 characters are blocked, and the counter follows', async ({
  page,
}) => {
  await open(page, '/contact');
  await message(page).fill('x'.repeat(1998));
  await message(page).press('End');
  await page.keyboard.type('abcd');
  await expect(message(page)).toHaveValue(`${'x'.repeat(1998)}ab`);
  await expect(counter(page, 2000)).toBeVisible();
  await message(page).fill('y'.repeat(1990));
  await message(page).press('End');
  await page.keyboard.insertText('collage de plus de dix caractères');
  await expect(message(page)).toHaveValue(`${'y'.repeat(1990)}collage de`);
  await page.keyboard.press('Control+Z');
  await expect(message(page)).toHaveValue('y'.repeat(1990));
});

test('FORM-3: counter, limit and rule count an emoji family alike', async ({ page }) => {
  await open(page, '/contact');
  const family = '👨‍👩‍👧';
  await message(page).focus();
  await page.keyboard.insertText(family.repeat(300));
  const { length } = await message(page).inputValue();
  expect(length).toBeLessThanOrEqual(2000);
  await expect(counter(page, length)).toBeVisible();
  await message(page).blur();
  await expectError(message(page), null);
});

test('FORM-3: a message that got beyond 2000 characters all the same is refused with its words', async ({
  page,
}) => {
  await open(page, '/contact');
  await message(page).focus();
  await message(page).evaluate((area: HTMLTextAreaElement) => {
    area.value = 'x'.repeat(2001);
  });
  await message(page).blur();
  await expectError(message(page), MESSAGES.messageLong);
});

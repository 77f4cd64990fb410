import { counter, expectError, MESSAGES, message } from './contact-form.ts';
import { expect, open, test } from './fixtures.ts';

test('FORM-3: typing and pasting beyond 2000 characters are blocked and said, and the counter follows', async ({
  page,
}) => {
  await open(page, '/contact');
  await message(page).fill('x'.repeat(1998));
  await expect(counter(page, 1998)).toBeVisible();
  await message(page).press('End');
  await page.keyboard.type('abcd');
  await expect(message(page)).toHaveValue(`${'x'.repeat(1998)}ab`);
  await expectError(message(page), MESSAGES.messageLong);
  await page.keyboard.press('Backspace');
  await expectError(message(page), null);
  await page.keyboard.type('b');
  await expect(counter(page, 2000)).toBeVisible();
  await message(page).press('Control+Home');
  await page.keyboard.type('Z');
  expect((await message(page).inputValue()).length).toBe(2000);
  await message(page).fill('y'.repeat(1990));
  await message(page).press('End');
  await page.keyboard.insertText('collage de plus de dix caractères');
  const pasted = await message(page).inputValue();
  expect(pasted.length).toBe(2000);
  expect(pasted).toBe(`${'y'.repeat(1990)}collage de`);
  await expectError(message(page), MESSAGES.messageLong);
  await expect(counter(page, 2000)).toBeVisible();
});

test('FORM-3: what was left out of a long paste costs nothing of what undoing brings back', async ({
  page,
}) => {
  await open(page, '/contact');
  const letter = `Bonjour,\n${'é'.repeat(1984)}`;
  await message(page).click();
  await page.keyboard.insertText(letter);
  await message(page).press('Control+ArrowUp');
  await message(page).press('Control+Home');
  await page.evaluate((text) => {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }, 'collage de\nplus de dix caractères');
  await message(page).focus();
  await page.keyboard.press('Control+V');
  await expect(message(page)).toHaveValue(`collage${letter}`);
  await expectError(message(page), MESSAGES.messageLong);
  await page.keyboard.press('Control+Z');
  await expect(message(page)).toHaveValue(letter);
  await page.keyboard.press('Control+Y');
  await expect(message(page)).toHaveValue(`collage${letter}`);
});

test('FORM-3: near the limit the browser may still correct a word, wherever the caret is', async ({
  page,
}) => {
  await open(page, '/contact');
  const letter = `Je souhaite recevoire${' un site'.repeat(246)}`;
  await message(page).fill(letter);
  await message(page).press('End');
  // As Firefox and Safari do, who select the word only after this event.
  const goesOn = await message(page).evaluate((textarea) =>
    textarea.dispatchEvent(
      new InputEvent('beforeinput', {
        inputType: 'insertReplacementText',
        data: 'recevoir un devis',
        bubbles: true,
        cancelable: true,
      }),
    ),
  );
  expect(goesOn).toBe(true);
  await expect(message(page)).toHaveValue(letter);
});

test('FORM-3: of a text that is dropped what fits stays, and what was written stays whole', async ({
  page,
}) => {
  await open(page, '/contact');
  await message(page).fill('é'.repeat(1990));
  // As browsers do, who leave the dropped text selected.
  await message(page).evaluate((textarea: HTMLTextAreaElement) => {
    textarea.setRangeText('x'.repeat(50), 5, 5, 'select');
    textarea.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromDrop' }));
  });
  await expect(message(page)).toHaveValue('é'.repeat(5) + 'x'.repeat(10) + 'é'.repeat(1985));
});

test('FORM-3: what is composed beyond 2000 characters is taken away once it is finished', async ({
  page,
}) => {
  await open(page, '/contact');
  await message(page).fill('x'.repeat(1999));
  await message(page).press('End');
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', { text: 'あい', selectionStart: 2, selectionEnd: 2 });
  await expect(counter(page, 2001)).toBeVisible();
  await keyboard.send('Input.insertText', { text: 'あい' });
  await expect(message(page)).toHaveValue(`${'x'.repeat(1999)}あ`);
  await expectError(message(page), MESSAGES.messageLong);
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

import type { Locator, Page } from '@playwright/test';
import { submit } from '../browser/contact-form.ts';
import { expect, test } from '../browser/fixtures.ts';
import { openPage } from './open-page.ts';
import { PAGES } from './pages.ts';

/*
 * What assistive technology is told, page by page, in reading order: title, roles, names, states. The trees kept beside
 * the pictures were read and judged; `npm run screenshots` takes them again after a change that was meant.
 */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const each of PAGES) {
  test(`the accessibility tree of ${each.name} is as approved`, async ({ page, noise }) => {
    await openPage(page, noise, each);
    await expectTree(page, page.locator('body'), each.name);
  });
}

test('the accessibility tree of the form in error is as approved', async ({ page, noise }) => {
  await openPage(page, noise, { name: 'contact', path: '/contact' });
  await submit(page).click();
  await expectTree(page, page.locator('form'), 'form-in-error');
});

test('the accessibility tree with the drawer open is as approved', async ({ page, noise }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, noise, { name: 'home', path: '/' });
  await page.getByRole('button', { name: /menu/i }).click();
  await expectTree(page, page.getByRole('dialog'), 'drawer');
});

test('the fields say what they are for, so that a browser can fill them in', async ({ page, noise }) => {
  await openPage(page, noise, { name: 'contact', path: '/contact' });
  const purposes = await page
    .locator('form [autocomplete]:visible')
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete')));
  expect(purposes).toEqual(['email', 'name', 'tel']);
});

async function expectTree(page: Page, root: Locator, name: string): Promise<void> {
  const tree = `title: ${await page.title()}\n${await root.ariaSnapshot()}\n`;
  expect(tree).toMatchSnapshot(`${name}.tree.txt`);
}

import { expect, PATHS, test } from './fixtures.ts';

test.use({ javaScriptEnabled: false });

const MENU = [
  ['Nous contacter', '/contact'],
  ["L'équipe", '/about'],
] as const;

// Below 600 px the burger opens the menu, which takes a script.
for (const width of [320, 599, 600]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 720 } });

    test(`START-5, HOME-2: without JavaScript the menu of every page is shown whole and leads on (${width} px)`, async ({
      page,
    }) => {
      for (const path of PATHS) {
        await page.goto(path);
        for (const [label, target] of MENU) {
          const entry = page.getByRole('navigation').getByRole('link', { name: label }).first();
          await expect(entry, path).toBeInViewport({ ratio: 1 });
          await expect(entry).toHaveAttribute('href', target);
        }
      }
      for (const [label, target] of MENU) {
        await page.getByRole('navigation').getByRole('link', { name: label }).first().click();
        await expect(page).toHaveURL(target);
      }
    });
  });
}

test('START-5: without JavaScript no button is shown that would do nothing', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 720 });
  for (const path of PATHS) {
    await page.goto(path);
    const buttons = page.getByRole('button').filter({ visible: true, hasNotText: 'Envoyer' });
    expect(await buttons.allInnerTexts(), path).toEqual([]);
  }
});

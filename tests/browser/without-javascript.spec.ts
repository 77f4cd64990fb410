import { fixedPriceOffers, regieOffer } from '../../src/site.ts';
import { homeWords } from '../../src/words/home.ts';
import { lostText } from '../visual/lost-text.ts';
import { readOut } from './display.ts';
import { expect, PATHS, test } from './fixtures.ts';

test.use({ javaScriptEnabled: false });

const MENU = [
  ['Nous contacter', '/contact'],
  ["L'équipe", '/about'],
] as const;

// Below 600 px the burger would need a script. gate.test.ts proves the same of a page whose scripts fail to load.
test('START-5, HOME-2: without JavaScript every page is there, on a phone too', async ({ page }) => {
  for (const path of PATHS) {
    await page.goto(path);
    for (const width of [320, 599, 600]) {
      await page.setViewportSize({ width, height: 720 });
      for (const [label] of MENU) {
        const entry = page.getByRole('navigation').getByRole('link', { name: label }).first();
        await expect(entry, `${path} at ${width} px`).toBeInViewport({ ratio: 1 });
      }
      const buttons = page.getByRole('button').filter({ visible: true, hasNotText: 'Envoyer' });
      expect(await buttons.allInnerTexts(), `${path} at ${width} px`).toEqual([]);
      expect(await lostText(page), `${path} at ${width} px`).toEqual([]);
    }
  }
  for (const width of [320, 600]) {
    await page.setViewportSize({ width, height: 720 });
    for (const [label, target] of MENU) {
      await page.getByRole('navigation').getByRole('link', { name: label }).first().click();
      await expect(page).toHaveURL(target);
      // Chromium drops a click on a document that it has not painted yet.
      const paints = () => page.evaluate(() => performance.getEntriesByName('first-paint').length);
      await expect.poll(paints).toBe(1);
    }
  }
  await page.goto('/');
  const offers = page.getByRole('heading', { level: 4 }).filter({ visible: true });
  await expect(offers).toHaveText(fixedPriceOffers.map(({ titre }) => titre));
  expect(await readOut(page)).not.toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  const regie = page.getByRole('article').filter({ hasText: regieOffer?.titre ?? '' });
  expect((await regie.boundingBox())?.height, 'not as high as five offers').toBeLessThan(800);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: homeWords.seeServices }).click();
  const isUncovered = (title: HTMLElement) => {
    const { left, top } = title.getBoundingClientRect();
    return document.elementFromPoint(left + 1, top + 1) === title;
  };
  const services = page.getByRole('heading', { name: homeWords.services.title });
  await expect.poll(() => services.evaluate(isUncovered), 'the bar does not lie over it').toBe(true);
  await page.emulateMedia({ media: 'print' });
  const answers = page.locator('details p');
  const onPaper = await answers.evaluateAll((all) => all.filter((answer) => answer.checkVisibility()));
  expect(onPaper, 'PAGE-6: paper cannot be opened').toHaveLength(await answers.count());
});

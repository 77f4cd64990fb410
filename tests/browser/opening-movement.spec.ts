import { expect, open, test } from './fixtures.ts';

test.use({ waitsTheSecond: true });

test('START-1: with reduced motion everything stands in its place in the first frame', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const moved: string[][] = [];
    Object.assign(window, { moved });
    const look = () => {
      const displayed = performance.getEntriesByName('gate:reveal').length > 0;
      const elements = document.querySelectorAll('h1, h1 ~ *, header > div, main > *');
      if (displayed) moved.push([...elements].map((element) => getComputedStyle(element).transform));
      if (moved.length < 20) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await open(page, '/');
  const moved = () => page.evaluate(() => (window as unknown as { moved: string[][] }).moved);
  await expect.poll(async () => (await moved()).length).toBe(20);
  expect(new Set((await moved()).flat())).toEqual(new Set(['none']));
});

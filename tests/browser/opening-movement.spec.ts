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

test('START-1: pictures below the first view take nothing from its first frame', async ({ page }) => {
  // High enough that the first service stands within the distance at which pictures are asked for.
  await page.setViewportSize({ width: 412, height: 823 });
  await open(page, '/');
  const picture = page.getByRole('main').locator('article img').first();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const [asked, displayed] = await picture.evaluate((img: HTMLImageElement) => [
    performance.getEntriesByName(img.currentSrc)[0]?.startTime,
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  ]);
  expect(asked).toBeGreaterThan(displayed as number);
});

import type { Page } from '@playwright/test';
import { fixedPriceOffers } from '../../src/site.ts';
import '../../src/startup/vitrine.ts';
import { twoFrames } from './display.ts';
import { expect, follow, open, test } from './fixtures.ts';
import { scrollToPosition } from './movement.ts';
import { changedPoints } from './picture.ts';

// The window is small, because the film is painted frame by frame.
test.use({ film: 'moving', viewport: { width: 640, height: 480 } });

const isPaused = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused);

/** Expects that the video stays paused after the display, when it would play. */
async function expectStaysPaused(page: Page): Promise<void> {
  await page.evaluate(() => window.vitrine.opened);
  await twoFrames(page);
  expect(await isPaused(page)).toBe(true);
}

const isPlaying = (video: HTMLVideoElement) => !video.paused && video.currentTime > 0;
const expectPlaying = (page: Page) => expect.poll(() => page.locator('video').evaluate(isPlaying)).toBe(true);

test('HOME-8: the video plays by itself, and as its button was left', async ({ page }) => {
  await open(page, '/');
  const video = page.locator('video');
  await expectPlaying(page);
  await expect(video).toHaveCSS('filter', 'brightness(0.7)');
  const comeBack = async () => {
    await follow(page, '/contact');
    await follow(page, '/');
  };
  await page.getByRole('button', { name: 'Mettre la vidéo en pause' }).click();
  await expect.poll(() => isPaused(page)).toBe(true);
  const frameAt = async (seconds: number) => {
    await video.evaluate(async (element: HTMLVideoElement, time) => {
      const shown = new Promise((resolve) => element.requestVideoFrameCallback(resolve));
      element.currentTime = time;
      await shown;
    }, seconds);
    return video.screenshot();
  };
  expect(await changedPoints(await frameAt(0.04), await frameAt(5), 1.1), 'it moves').toBeGreaterThan(1_000);
  await comeBack();
  await expectStaysPaused(page);
  await page.getByRole('button', { name: 'Lire la vidéo' }).click();
  await expectPlaying(page);
  await comeBack();
  await expectPlaying(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => isPaused(page), 'less motion is asked for').toBe(true);
});

test('HOME-8: a video that fails to load is offered, and plays once it loads', async ({ page, noise }) => {
  noise.expect(/home-video\.mp4|404/);
  await page.route('**/video/home-video.mp4', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await open(page, '/');
  await page.waitForFunction(() => document.querySelector('video')?.error);
  const button = page.getByRole('button', { name: 'Lire la vidéo' });
  await button.click();
  await expect(page.getByRole('button', { name: 'Mettre la vidéo en pause' })).toBeVisible();
  await expectPlaying(page);
});

test('HOME-8: less motion, forced colours and data saving: the video plays on demand', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const expectOnDemand = async () => {
    await open(page, '/');
    await expectStaysPaused(page);
    expect(asked).not.toContain('/video/home-video.mp4');
    // Forced colours hide the button as well.
    await page.emulateMedia({ forcedColors: 'none' });
    await page.getByRole('button', { name: /vidéo/i }).click();
    await expectPlaying(page);
    asked.length = 0;
  };
  for (const media of [{ reducedMotion: 'reduce' }, { forcedColors: 'active' }] as const)
    await test.step(JSON.stringify(media), async () => {
      await page.emulateMedia({ reducedMotion: null, ...media });
      await expectOnDemand();
    });
  await page.emulateMedia({ reducedMotion: null });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener() {} } });
  });
  await test.step('data saving', expectOnDemand);
});

test('HOME-8: the film rests out of view, and its button keeps its state', async ({ page }) => {
  await open(page, '/');
  await expectPlaying(page);
  const button = page.getByRole('button', { name: /vidéo/i });
  for (const [name, isResting] of [
    ['Mettre la vidéo en pause', false],
    ['Lire la vidéo', true],
  ] as const) {
    await scrollToPosition(page, 4_000);
    await expect.poll(() => isPaused(page)).toBe(true);
    await expect(button).toHaveAccessibleName(name);
    // The button may have the focus there.
    await button.dispatchEvent('click');
    await expect(button).not.toHaveAccessibleName(name);
    await button.dispatchEvent('click');
    await expect(button).toHaveAccessibleName(name);
    await scrollToPosition(page, 0);
    if (isResting) await expectStaysPaused(page);
    else await expectPlaying(page);
    await expect(button).toHaveAccessibleName(name);
    if (!isResting) await button.click();
  }
  await button.click();
  await expectPlaying(page);
  await open(page, '/contact');
  await open(page, `/#${fixedPriceOffers[0]?.id}`);
  await page.evaluate(() => window.vitrine.opened);
  await expect(button, 'it will play').toHaveAccessibleName('Mettre la vidéo en pause');
  await expect.poll(() => isPaused(page)).toBe(true);
  await scrollToPosition(page, 0);
  await expectPlaying(page);
});

import type { Page } from '@playwright/test';
import { arrived, expect, footerLink, open, PATHS, test } from './fixtures.ts';

test.use({ homeMoves: true });

const isPaused = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused);

const expectPlaying = (page: Page) =>
  expect
    .poll(() =>
      page.locator('video').evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0),
    )
    .toBe(true);

test('HOME-8: the video plays by itself on home only: looping, muted, dimmed to 70 %, with the fallback text', async ({
  page,
}) => {
  await open(page, '/');
  const video = page.locator('video');
  await expect(video).toHaveCount(1);
  await expectPlaying(page);
  const state = await video.evaluate((element: HTMLVideoElement) => ({
    source: new URL(element.currentSrc).pathname,
    loop: element.loop,
    muted: element.muted,
    inline: element.hasAttribute('playsinline'),
    poster: element.poster,
    filter: getComputedStyle(element).filter,
  }));
  expect(state).toMatchObject({ source: '/video/home-video.mp4', loop: true, muted: true, inline: true });
  expect(state.filter).toBe('brightness(0.7)');
  expect(state.poster).not.toBe('');
  await expect(video).toContainText('Ton navigateur ne supporte pas la vidéo HTML5.');
  for (const path of PATHS.filter((each) => each !== '/')) {
    await open(page, path);
    await expect(page.locator('video')).toHaveCount(0);
  }
});

test('HOME-8: a button pauses and plays the video, which is so too when coming back to home', async ({
  page,
}) => {
  await open(page, '/');
  await expectPlaying(page);
  const comeBack = async () => {
    for (const [name, path] of [
      ['Contact', '/contact'],
      ['Accueil', '/'],
    ] as const) {
      await footerLink(page, name).click();
      await arrived(page, path);
    }
    await expect(page.locator('video')).toHaveCount(1);
  };
  await page.getByRole('button', { name: 'Mettre la vidéo en pause' }).click();
  await expect.poll(() => isPaused(page)).toBe(true);
  await comeBack();
  await page.waitForTimeout(1_000);
  expect(await isPaused(page)).toBe(true);
  await page.getByRole('button', { name: 'Lire la vidéo' }).click();
  await expectPlaying(page);
  await comeBack();
  await expectPlaying(page);
});

test('HOME-8: a video that does not come is offered for playing, and plays once it does', async ({
  page,
  noise,
}) => {
  noise.expect(/home-video\.mp4|404/);
  await page.route('**/video/home-video.mp4', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await open(page, '/');
  await page.waitForFunction(() => document.querySelector('video')?.error);
  const button = page.getByRole('button', { name: 'Lire la vidéo' });
  await button.click();
  await expect(page.getByRole('button', { name: 'Mettre la vidéo en pause' })).toBeVisible();
  await expectPlaying(page);
});

for (const name of ['reduced motion', 'data saving'] as const) {
  test(`HOME-8: the video does not play by itself with ${name}, and still plays on demand`, async ({
    page,
  }) => {
    if (name === 'reduced motion') await page.emulateMedia({ reducedMotion: 'reduce' });
    else {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener() {} } });
      });
    }
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await open(page, '/');
    await page.waitForTimeout(1_000);
    expect(await isPaused(page)).toBe(true);
    expect(asked).not.toContain('/video/home-video.mp4');
    await page.getByRole('button', { name: /vidéo/i }).click();
    await expectPlaying(page);
  });
}

test('HOME-8: the tone that the dark mode lays over the video is blended with no frame in light mode', async ({
  page,
}) => {
  const blended = () =>
    page.locator('video ~ div').evaluateAll(
      (layers) =>
        layers.filter((layer) => {
          const { display, mixBlendMode } = getComputedStyle(layer);
          return display !== 'none' && mixBlendMode === 'color';
        }).length,
    );
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, '/');
  expect(await blended()).toBe(0);
  await page.getByRole('button', { name: 'Activer le mode sombre' }).click();
  await expect.poll(blended).toBe(1);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Activer le mode clair' }).click();
  await expect.poll(blended).toBe(0);
});

test('HOME-8: the video stops when the visitor turns on reduced motion', async ({ page }) => {
  await open(page, '/');
  await expect.poll(() => isPaused(page)).toBe(false);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => isPaused(page)).toBe(true);
});

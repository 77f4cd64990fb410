import type { Page } from '@playwright/test';

/** Two pictures a second: the video moves slowly. */
const STEP_SECONDS = 0.5;

/**
 * Puts one still in the place of the background video that is, at each point, as bright as the brightest of its frames
 * there: no frame that a visitor can see is brighter behind a text. Needs a page that may load `data:` pictures.
 */
export async function showBrightestFrame(page: Page): Promise<void> {
  await page.evaluate(async (step) => {
    const shown = document.querySelector('video');
    if (!shown) throw new Error('No video on this page');
    const video = document.createElement('video');
    video.muted = true;
    video.preload = 'auto';
    video.src = '/video/home-video.mp4';
    const event = (name: string) =>
      new Promise((resolve) => video.addEventListener(name, resolve, { once: true }));
    await event('loadeddata');
    const canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    const drawing = canvas.getContext('2d');
    if (!drawing) throw new Error('No canvas');
    drawing.globalCompositeOperation = 'lighten';
    for (let time = 0; time < video.duration; time += step) {
      const there = event('seeked');
      video.currentTime = time;
      await there;
      drawing.drawImage(video, 0, 0);
    }
    shown.poster = canvas.toDataURL('image/png');
    const picture = new Image();
    picture.src = shown.poster;
    await picture.decode();
  }, STEP_SECONDS);
}

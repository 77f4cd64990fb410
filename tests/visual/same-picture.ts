import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from '../browser/fixtures.ts';

/** How many pictures are taken until two in a row are the same. */
const TRIES = 10;

interface Options {
  /** How much smaller than the screen the reference is, so that the repository stays small. */
  scale: number;
  fullPage?: boolean;
}

/**
 * Compares what is shown with the reference of that name. The browser paints at full size and the picture is made smaller
 * here: told to paint smaller, it puts an edge that falls between two points now on one of them, now on the other.
 */
export async function expectSamePicture(
  shown: Page | Locator,
  name: string,
  options: Options,
): Promise<void> {
  expect.soft(await smallPicture(shown, options)).toMatchSnapshot(name);
}

/** A PNG of what is shown, once nothing changes any more. */
export async function smallPicture(shown: Page | Locator, { scale, ...options }: Options): Promise<Buffer> {
  const picture = await settledPicture(shown, options);
  const { width, height } = await sharp(picture).metadata();
  return sharp(picture)
    .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill' })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

async function settledPicture(shown: Page | Locator, options: { fullPage?: boolean }): Promise<Buffer> {
  let before: Buffer | undefined;
  for (let taken = 0; taken < TRIES; taken += 1) {
    const picture = await shown.screenshot({ animations: 'disabled', ...options });
    if (before?.equals(picture)) return picture;
    before = picture;
  }
  throw new Error(`${TRIES} pictures in a row differed`);
}

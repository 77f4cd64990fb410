import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from '../browser/fixtures.ts';

/** How long the browser may still be painting, in milliseconds. */
const SETTLES_WITHIN_MS = 10_000;

interface Options {
  /** How much smaller than the screen the reference is, so that the repository stays small. */
  scale: number;
  fullPage?: boolean;
}

/** Compares what is shown with the reference of that name, again until it is the same. */
export async function expectSamePicture(
  shown: Page | Locator,
  name: string,
  options: Options,
): Promise<void> {
  const isSame = async () => expect(await smallPicture(shown, options)).toMatchSnapshot(name);
  await expect.soft(isSame, name).toPass({ timeout: SETTLES_WITHIN_MS });
}

/**
 * A PNG of what is shown. The browser paints at full size and the picture is made smaller here: told to paint smaller, it
 * puts an edge that falls between two points now on one of them, now on the other.
 */
async function smallPicture(shown: Page | Locator, { scale, ...options }: Options): Promise<Buffer> {
  const taken = await shown.screenshot({ animations: 'disabled', ...options });
  const { width, height } = await sharp(taken).metadata();
  return sharp(taken)
    .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill' })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/**
 * Compares what assistive technology is told of an element, in reading order: title, roles, names, states. The trees kept
 * beside the pictures were read and judged.
 */
export async function expectSameTree(root: Locator, name: string): Promise<void> {
  const tree = `title: ${await root.page().title()}\n${await root.ariaSnapshot()}\n`;
  expect.soft(tree).toMatchSnapshot(`${name}.tree.txt`);
}

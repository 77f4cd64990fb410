import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../browser/fixtures.ts';

/** How many pictures are taken until two in a row are the same. */
const TRIES = 10;

interface Options {
  /** How much smaller than the screen the reference is, so that the repository stays small. */
  scale: number;
  fullPage?: boolean;
}

/** Compares what is shown with the reference of that name: at once, and where it differs once nothing changes any more. */
export async function expectSamePicture(
  shown: Page | Locator,
  name: string,
  options: Options,
): Promise<void> {
  // Each picture taken costs up to a second: the one that is as approved needs no other to be compared with.
  if (!isApproving() && isAsApproved(await smallPicture(shown, options, picture), name)) return;
  expect.soft(await smallPicture(shown, options)).toMatchSnapshot(name);
}

/** Whether the references are being taken again. */
function isApproving(): boolean {
  return !['missing', 'none'].includes(test.info().config.updateSnapshots);
}

function isAsApproved(small: Buffer, name: string): boolean {
  try {
    expect(small).toMatchSnapshot(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * A PNG of what is shown, once nothing changes any more. The browser paints at full size and the picture is made smaller
 * here: told to paint smaller, it puts an edge that falls between two points now on one of them, now on the other.
 */
export async function smallPicture(
  shown: Page | Locator,
  { scale, ...options }: Options,
  take = settledPicture,
): Promise<Buffer> {
  const taken = await take(shown, options);
  const { width, height } = await sharp(taken).metadata();
  return sharp(taken)
    .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill' })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

function picture(shown: Page | Locator, options: { fullPage?: boolean }): Promise<Buffer> {
  return shown.screenshot({ animations: 'disabled', ...options });
}

async function settledPicture(shown: Page | Locator, options: { fullPage?: boolean }): Promise<Buffer> {
  let before: Buffer | undefined;
  for (let taken = 0; taken < TRIES; taken += 1) {
    const now = await picture(shown, options);
    if (before?.equals(now)) return now;
    before = now;
  }
  throw new Error(`${TRIES} pictures in a row differed`);
}

/**
 * Compares what assistive technology is told of an element, in reading order: title, roles, names, states. The trees kept
 * beside the pictures were read and judged.
 */
export async function expectSameTree(root: Locator, name: string): Promise<void> {
  const tree = `title: ${await root.page().title()}\n${await root.ariaSnapshot()}\n`;
  expect.soft(tree).toMatchSnapshot(`${name}.tree.txt`);
}

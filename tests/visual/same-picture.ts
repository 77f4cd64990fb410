import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from '../browser/fixtures.ts';

/** Longest time in which the browser may still be painting, in milliseconds. */
const SETTLES_WITHIN_MS = 10_000;

interface Options {
  /** How much smaller than the screen the reference is, to keep the repository small. */
  scale: number;
  fullPage?: boolean;
}

/** Compares the screen with the reference of that name, repeatedly until both are equal. */
export async function expectSamePicture(
  shown: Page | Locator,
  name: string,
  options: Options,
): Promise<void> {
  const isSame = async () => expect(await smallPicture(shown, options)).toMatchSnapshot(name);
  await expect.soft(isSame, name).toPass({ timeout: SETTLES_WITHIN_MS });
}

/**
 * Takes a PNG and makes it smaller here. A browser that paints smaller puts an edge between two points now on one of them, now
 * on the other.
 */
async function smallPicture(shown: Page | Locator, { scale, ...options }: Options): Promise<Buffer> {
  const taken = await shown.screenshot({ animations: 'disabled', ...options });
  const { width, height } = await sharp(taken).metadata();
  return sharp(taken)
    .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill' })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Lines of a tree that the picture shows as well. */
const SHOWN = /^ *- (?:paragraph|text|listitem|term|definition|option|strong|\/url)\b.*\n/gm;

/**
 * Compares the accessibility tree of an element, in reading order: title, roles, names, states. A person has read and judged
 * the trees beside the pictures.
 */
export async function expectSameTree(root: Locator, name: string): Promise<void> {
  const tree = `title: ${await root.page().title()}\n${await root.ariaSnapshot()}\n`;
  expect.soft(tree.replaceAll(SHOWN, '')).toMatchSnapshot(`${name}.tree.txt`);
}

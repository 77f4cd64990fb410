import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from '../browser/fixtures.ts';

const REFERENCES = ['tests', 'visual', 'references'];

/** Longest time in which the browser may still be painting, in milliseconds, on a busy machine too. */
const SETTLES_WITHIN_MS = 30_000;

interface Options {
  /** How many times smaller than the screen the reference is, to keep the repository small. */
  scale: number;
  fullPage?: boolean;
}

/** Compares the screen with the reference of that name, repeatedly until both are equal. */
export async function expectSamePicture(
  shown: Page | Locator,
  name: string,
  options: Options,
): Promise<void> {
  const isSame = async () =>
    expect(await smallPicture(shown, options)).toMatchSnapshot([...REFERENCES, name]);
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

/** Matches lines of a tree that the picture shows as well. */
const SHOWN = /^ *- (?:paragraph|text|listitem|term|definition|option|strong|\/url)\b.*\n/gm;

/** Matches what differs between two runs or two builds: the port, and names of files. */
const ACCIDENTAL = /(?<=\/\/[\w.]+):\d+|-[\w-]{8}(?=\.(?:css|js|woff2)\b)/g;

/**
 * Compares what browsers and assistive technology read of an element: its accessibility tree in reading order (roles, names,
 * states), and its markup, a tag a line. A person has read and judged both beside the pictures.
 */
export async function expectSameTree(root: Locator, name: string): Promise<void> {
  const tree = `${await root.ariaSnapshot()}\n`;
  expect.soft(tree.replaceAll(SHOWN, '')).toMatchSnapshot([...REFERENCES, `${name}-tree.txt`]);
  const markup = (await root.evaluate(markupOf)).replaceAll(ACCIDENTAL, '');
  expect.soft(markup.replaceAll('<', '\n<')).toMatchSnapshot([...REFERENCES, `${name}-markup.txt`]);
}

/** Runs in the page; leaves out what is for the style alone, and the code of the gate. */
function markupOf(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const script of copy.querySelectorAll('script:not([type])')) script.replaceChildren();
  for (const styled of copy.querySelectorAll('[class]')) styled.removeAttribute('class');
  return copy.outerHTML;
}

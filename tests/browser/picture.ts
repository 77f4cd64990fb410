import { wcagContrast } from 'culori';
import sharp from 'sharp';

/** Returns the points of a screenshot, each as a number of 24 bits. */
async function pointsOf(png: Buffer): Promise<number[]> {
  const data = await sharp(png).removeAlpha().raw().toBuffer();
  return Array.from({ length: data.length / 3 }, (_, index) => data.readUIntBE(3 * index, 3));
}

function nameOf(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}

/** Returns the colours of a screenshot as `#rrggbb`. */
export async function coloursOf(png: Buffer): Promise<string[]> {
  // Names each colour once: a name for each point would be slow.
  return [...new Set(await pointsOf(png))].map(nameOf);
}

/** Counts the points of two screenshots of one place that differ by at least this contrast ratio (WCAG 2.2). */
export async function changedPoints(one: Buffer, other: Buffer, contrast: number): Promise<number> {
  const [first, second] = [await pointsOf(one), await pointsOf(other)];
  if (first.length !== second.length) throw new Error('Two pictures of one size are needed');
  const pairs = first.map((point, index) => [point, second[index] ?? point] as const);
  return pairs.filter(([a, b]) => a !== b && wcagContrast(nameOf(a), nameOf(b)) >= contrast).length;
}

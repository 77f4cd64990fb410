import { wcagContrast } from 'culori';
import sharp from 'sharp';

/** Returns the points of a screenshot, three bytes each: red, green and blue. */
const pointsOf = (png: Buffer) => sharp(png).removeAlpha().raw().toBuffer();

const nameOf = (points: Buffer, at: number) => `#${points.toString('hex', at, at + 3)}`;

/** Returns the one colour of a screenshot as `#rrggbb`; undefined when it has several. */
export async function onlyColourOf(png: Buffer): Promise<string | undefined> {
  const points = await pointsOf(png);
  // A picture of one colour equals itself shifted by one point.
  return points.subarray(3).equals(points.subarray(0, -3)) ? nameOf(points, 0) : undefined;
}

/** Counts the points of two screenshots of one place that differ by at least this contrast ratio (WCAG 2.2). */
export async function changedPoints(one: Buffer, other: Buffer, contrast: number): Promise<number> {
  const [first, second] = [await pointsOf(one), await pointsOf(other)];
  if (first.length !== second.length) throw new Error('Two pictures of one size are needed');
  let changed = 0;
  for (let at = 0; at < first.length; at += 3) {
    if (first.readUIntBE(at, 3) === second.readUIntBE(at, 3)) continue;
    if (wcagContrast(nameOf(first, at), nameOf(second, at)) >= contrast) changed += 1;
  }
  return changed;
}

import { wcagContrast } from 'culori';
import sharp from 'sharp';

/** Gives the colours of a screenshot as `#rrggbb`. */
export async function coloursOf(png: Buffer): Promise<string[]> {
  const data = await sharp(png).removeAlpha().raw().toBuffer();
  const colours = new Set<number>();
  for (let at = 0; at < data.length; at += 3) colours.add(data.readUIntBE(at, 3));
  // Names each colour once: a name for each point would be slow.
  return [...colours].map(nameOf);
}

function nameOf(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}

/** Counts the points of two screenshots of one place that differ by at least this contrast ratio (WCAG 2.2). */
export async function changedPoints(one: Buffer, other: Buffer, contrast: number): Promise<number> {
  const [first, second] = await Promise.all(
    [one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer()),
  );
  if (!first || first.length !== second?.length) throw new Error('Two pictures of one size are needed');
  let count = 0;
  for (let at = 0; at < first.length; at += 3) {
    const [a, b] = [first.readUIntBE(at, 3), second.readUIntBE(at, 3)];
    if (a !== b && wcagContrast(nameOf(a), nameOf(b)) >= contrast) count += 1;
  }
  return count;
}

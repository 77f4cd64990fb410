import type { Page } from '@playwright/test';

/**
 * How many points differ by at least this contrast ratio (WCAG 2.2) between two screenshots of one place. The browser
 * itself reads the pictures.
 */
export async function changedPoints(
  page: Page,
  one: Buffer,
  other: Buffer,
  contrast: number,
): Promise<number> {
  const pictures = [one.toString('base64'), other.toString('base64')];
  return page.evaluate(
    async ([pair, least]) => {
      const pixels = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const drawing = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
        if (!drawing) throw new Error('No canvas');
        drawing.drawImage(picture, 0, 0);
        return drawing.getImageData(0, 0, picture.width, picture.height).data;
      };
      const part = (value: number) =>
        value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      const light = (data: Uint8ClampedArray, at: number) =>
        0.2126 * part(data[at] ?? 0) +
        0.7152 * part(data[at + 1] ?? 0) +
        0.0722 * part(data[at + 2] ?? 0) +
        0.05;
      const [first, second] = await Promise.all(pair.map(pixels));
      if (!first || !second || first.length !== second.length)
        throw new Error('Two pictures of one size are needed');
      let count = 0;
      for (let at = 0; at < first.length; at += 4) {
        const [a, b] = [light(first, at), light(second, at)];
        if (Math.max(a, b) / Math.min(a, b) >= least) count += 1;
      }
      return count;
    },
    [pictures, contrast] as const,
  );
}

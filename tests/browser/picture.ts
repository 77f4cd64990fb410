import sharp, { type Region } from 'sharp';

export interface Picture {
  width: number;
  height: number;
  /** Number of pixels of each colour, by `#rrggbb`. */
  colours: Map<string, number>;
}

/** Counts the colours of a screenshot, or of the part of it that is asked for. */
export async function readPicture(png: Buffer, part?: Region): Promise<Picture> {
  const picture = part ? sharp(png).extract(part) : sharp(png);
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 3) {
    const colour = data.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  // A name for each point would take longer than everything else that a test does.
  const named = [...counts].map(([colour, count]) => [nameOf(colour), count] as const);
  return { width: info.width, height: info.height, colours: new Map(named) };
}

function nameOf(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}

/** Relative luminance of a `#rrggbb` colour, 0 to 1 (WCAG 2.2). */
export function luminance(colour: string): number {
  const part = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

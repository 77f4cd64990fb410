import { inflateSync } from 'node:zlib';

export interface Picture {
  width: number;
  height: number;
  /** Number of pixels of each colour, by `#rrggbb`. */
  colours: Map<string, number>;
}

interface Rows {
  width: number;
  height: number;
  channels: number;
  bytes: Uint8Array;
}

/** Counts the colours of a screenshot (PNG of 8 bits a channel without interlacing, as Chromium writes it). */
export function readPicture(png: Buffer): Picture {
  const { width, height, channels, bytes } = unfilter(png);
  const counts = new Map<number, number>();
  for (let at = 0; at < bytes.length; at += channels) {
    const colour = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  // A name for each point would take longer than everything else that a test does.
  const named = [...counts].map(([colour, count]) => [nameOf(colour), count] as const);
  return { width, height, colours: new Map(named) };
}

function nameOf(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}

function unfilter(png: Buffer): Rows {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  const raw = inflateSync(Buffer.concat(dataChunks(png)));
  const stride = width * channels;
  const bytes = new Uint8Array(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (stride + 1)] ?? 0;
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column;
      const left = column >= channels ? (bytes[at - channels] ?? 0) : 0;
      const up = row > 0 ? (bytes[at - stride] ?? 0) : 0;
      const corner = row > 0 && column >= channels ? (bytes[at - stride - channels] ?? 0) : 0;
      bytes[at] = (raw[row * (stride + 1) + 1 + column] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return { width, height, channels, bytes };
}

function dataChunks(png: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') chunks.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}

/** The five filters of the PNG specification, section 9.2. */
function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? paeth(left, up, corner) : 0;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Relative luminance of a `#rrggbb` colour, 0 to 1 (WCAG 2.2). */
export function luminance(colour: string): number {
  const part = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

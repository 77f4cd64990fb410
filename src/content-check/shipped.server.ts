import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { identity } from '../content/identity.ts';
import { ROOT, writtenValues } from './content-source.server.ts';
import { schemas } from './schemas.server.ts';

/** The digests of everything as shipped, with the file and the field of each. An owner never changes it. */
const TABLE = join(import.meta.dirname, 'shipped.txt');

/** Each shipped picture with the file that an owner puts in its place, if that is another one. */
const files: Readonly<Record<string, string | undefined>> = {
  'artwork/favicon.svg': undefined,
  'artwork/portrait.svg': undefined,
  'artwork/drawings/studio.mjs': 'public/images/studio.svg',
  'artwork/drawings/regie.mjs': 'public/images/regie.svg',
  'artwork/drawings/not-found.mjs': 'public/images/not-found.svg',
  'public/video/home-video.mp4': undefined,
  'src/pages/wordmark.tsx': undefined,
  'src/theme/brand.json': undefined,
};

const codes = new Set([
  'examplePictures',
  'id',
  'icon',
  'href',
  'subject',
  'unit',
  'input',
  'pathImg',
  'pathImgDark',
]);

/** Returns what is still as shipped: whole files first, then the values of the content. */
export function unchanged() {
  const shipped = new Set(
    readFileSync(TABLE, 'utf8')
      .split('\n')
      .map((line) => line.split(' ', 1)[0]),
  );
  return comparables().filter(({ digest }) => shipped.has(digest));
}

export function shippedTable(): string {
  return comparables()
    .map(({ digest, file, field = '' }) => `${digest} ${file} ${field}`.trim())
    .join('\n')
    .concat('\n');
}

/** Lists the pictures, colours, film, texts and prices that an owner replaces; a whole file has no line. */
function comparables(): { file: string; line?: number; field?: string; digest: string }[] {
  const whole = Object.entries(files)
    .filter(([file, own]) => existsSync(join(ROOT, file)) && !(own && existsSync(join(ROOT, own))))
    .filter(([file]) => file !== 'artwork/portrait.svg' || file === identity.portrait)
    .map(([file]) => ({ file, digest: digestOf(file, readFileSync(join(ROOT, file))) }));
  const values = Object.keys(schemas(undefined, [])).flatMap((name) =>
    writtenValues(ROOT, `src/content/${name}.ts`),
  );
  const read = values.filter(({ field, text }) => isRead(field, text));
  // The last key alone, because the place of an offer or a question may change.
  return [
    ...whole,
    ...read.map(({ file, line, field, text }) => ({
      file,
      line,
      field,
      digest: digestOf(`${file} ${field.split('.').at(-1)?.replace(/\[.*/, '')}`, Buffer.from(text)),
    })),
  ];
}

/** Whether a value is a text or a number of the content, and not a code or what holds others. */
function isRead(field: string, text: string): boolean {
  const isCode = field.split(/[.[]/).some((key) => codes.has(key));
  return !isCode && /^(['"`].*\p{L}.*['"`]|\d+)$/su.test(text);
}

function digestOf(name: string, bytes: Buffer): string {
  return hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), bytes])).slice(0, 12);
}

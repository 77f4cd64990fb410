import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkWords, contentWords } from '../../content/cli-doctor.ts';
import { identity, identityGaps, identityLabels } from '../../content/identity.ts';
import { allPrices } from '../../content/offers.ts';
import { type ExitCode, exitCodes } from '../failure.server.ts';
import type { Output } from '../output.server.ts';
import { type Check, ok, unlessLocal } from './finding.ts';

/** Checks that a published site holds no shipped example (LEGAL-1). The build and the start check the studio's own values. */
export const checkIdentity: Check = async ({ config }) => {
  const words = checkWords.identity;
  const gaps = identityGaps().length;
  return gaps > 0 ? unlessLocal(config, words.example(gaps), words.fix) : ok(words.complete);
};

const ROOT = join(import.meta.dirname, '../../..');

/** The SHA-256 of each shipped picture and film, by file. */
const shippedFiles: Readonly<Record<string, string>> = {
  'public/images/avatar.svg': '94fc8907c2749e4f56244a65e20833bb9da6f242aff36012264c5f1fc72805bb',
  'public/video/home-video.mp4': '7b1a9c96ce5cc89a082c0840084aa2b80e6d07ad4a812302c0793fbf54229501',
  'public/images/home-poster.avif': '83f80878dacdb474d8aae7698556ea6a50406881ad150caa16c6c262c0aba692',
  'public/favicon.svg': 'ee19558cf532531635b63ea8e83e3aeacb65e43c150bb8b2605be5fa5d69ac46',
};

const shippedPrices = [750, 1800, 400, 50, 250, 5, 90, 350, 500];

/** Lists the shipped examples that remain, with file and line (`doctor --content`); fails while there are any. */
export async function listExamples(output: Output): Promise<ExitCode> {
  const found: string[] = [];
  for (const field of identityGaps()) {
    const place = await placeOf('src/content/identity.ts', `  ${field}:`);
    found.push(`${place}  ${contentWords.value(identityLabels[field], identity[field])}`);
  }
  if (Object.values(allPrices).join() === shippedPrices.join())
    found.push(`${await placeOf('src/content/offers.ts', 'const prices')}  ${contentWords.prices}`);
  for (const [file, digest] of Object.entries(shippedFiles)) {
    const bytes = await readFile(join(ROOT, file)).catch(() => Buffer.of());
    if (hash('sha256', bytes) === digest) found.push(`${file}  ${contentWords.file}`);
  }
  output.result(...found);
  output.note(contentWords.left(found.length));
  return found.length > 0 ? exitCodes.failure : exitCodes.ok;
}

/** Gives the file and the line that begins with this text; the file alone if its source cannot be read. */
async function placeOf(file: string, beginning: string): Promise<string> {
  const lines = (await readFile(join(ROOT, file), 'utf8').catch(() => '')).split('\n');
  const index = lines.findIndex((line) => line.startsWith(beginning));
  return index < 0 ? file : `${file}:${index + 1}`;
}

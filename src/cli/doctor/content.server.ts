import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentWords } from '../../content/cli-doctor.ts';
import { identity, identityGaps, identityLabels } from '../../content/identity.ts';
import { allPrices } from '../../content/offers.ts';
import type { Dependencies } from '../dependencies.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';

/** A value of the shipped example that the studio has not replaced. */
interface Example {
  /** From the root of the project. */
  file: string;
  /** Undefined for a picture or film. */
  line: number | undefined;
  what: string;
}

/** The SHA-256 of each shipped picture and film, by file. */
const shippedFiles: Readonly<Record<string, string>> = {
  'public/images/avatar.svg': '94fc8907c2749e4f56244a65e20833bb9da6f242aff36012264c5f1fc72805bb',
  'public/video/home-video.mp4': '7b1a9c96ce5cc89a082c0840084aa2b80e6d07ad4a812302c0793fbf54229501',
  'public/images/home-poster.avif': '83f80878dacdb474d8aae7698556ea6a50406881ad150caa16c6c262c0aba692',
  'public/favicon.svg': 'ee19558cf532531635b63ea8e83e3aeacb65e43c150bb8b2605be5fa5d69ac46',
};

const shippedPrices = [750, 1800, 400, 50, 250, 5, 90, 350, 500];

/** Lists what is still the example, with file and line (`doctor --content`); fails while there is any. */
export async function listExamples({ output }: Dependencies, { json }: { json?: true }): Promise<ExitCode> {
  const root = join(import.meta.dirname, '../../..');
  const found = [
    ...(await identityExamples(root)),
    ...(await priceExamples(root)),
    ...(await fileExamples(root)),
  ];
  if (json) await output.json(found.map(({ line, ...rest }) => ({ ...rest, line: line ?? null })));
  else {
    const place = ({ file, line }: Example) => (line === undefined ? file : `${file}:${line}`);
    await output.result(...found.map((each) => `${place(each)}  ${each.what}`));
    output.note(found.length > 0 ? contentWords.left(found.length) : contentWords.none);
  }
  return found.length > 0 ? exitCodes.failure : exitCodes.ok;
}

async function identityExamples(root: string): Promise<Example[]> {
  const file = 'src/content/identity.ts';
  const lines = await linesOf(root, file);
  return identityGaps().map((field) => ({
    file,
    line: lineOf(lines, `  ${field}:`),
    what: contentWords.value(identityLabels[field], identity[field]),
  }));
}

async function priceExamples(root: string): Promise<Example[]> {
  const file = 'src/content/offers.ts';
  if (Object.values(allPrices).join() !== shippedPrices.join()) return [];
  return [{ file, line: lineOf(await linesOf(root, file), 'const prices'), what: contentWords.prices }];
}

async function fileExamples(root: string): Promise<Example[]> {
  const examples: Example[] = [];
  for (const [file, digest] of Object.entries(shippedFiles)) {
    const bytes = await readFile(join(root, file)).catch(() => Buffer.of());
    if (hash('sha256', bytes) === digest) examples.push({ file, line: undefined, what: contentWords.file });
  }
  return examples;
}

/** Gives the lines of a file; none where the sources are not beside the program. */
async function linesOf(root: string, file: string): Promise<string[]> {
  return (await readFile(join(root, file), 'utf8').catch(() => '')).split('\n');
}

function lineOf(lines: readonly string[], beginning: string): number | undefined {
  const index = lines.findIndex((line) => line.startsWith(beginning));
  return index < 0 ? undefined : index + 1;
}

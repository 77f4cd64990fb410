import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/root.ts';

export interface Block {
  /** The word behind the fence: `sh`, `diff`, `json`… */
  language: string;
  text: string;
  /** The last file named in code before the block. */
  file: string;
}

/** Reads the blocks of a page, in order. */
export function readGuide(page: string): Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const blocks: Block[] = [];
  let before = 0;
  for (const match of text.matchAll(/^```(\w*)\n(.*?)^```$/gms)) {
    const prose = text.slice(before, match.index);
    blocks.push({
      language: match[1] ?? '',
      text: match[2] ?? '',
      file: [...prose.matchAll(/`([\w./@-]*\.[\w.]+|\.env|\/etc\/cron\.d\/[\w-]+)`/g)].at(-1)?.[1] ?? '',
    });
    before = match.index + match[0].length;
  }
  return blocks;
}

/**
 * Makes the changes of a `diff` block to its file: each run of `-` lines becomes the `+` lines after it.
 * @throws Error when the file does not hold the old lines exactly once
 */
export function applyDiff({ file, text }: Block, dir: string): void {
  const path = join(dir, file);
  let source = readFileSync(path, 'utf8');
  for (const [, old = '', next = ''] of text.matchAll(/((?:^-.*\n)+)((?:^\+.*\n)+)/gm)) {
    const from = old.replace(/^-/gm, '');
    const times = source.split(from).length - 1;
    if (times !== 1) throw new Error(`${file} holds these lines ${times} times:\n${from}`);
    source = source.replace(from, () => next.replace(/^\+/gm, ''));
  }
  writeFileSync(path, source);
}

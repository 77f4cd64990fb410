import { read } from '../support/root.ts';

export interface Block {
  /** The word behind the fence: `sh`, `diff`, `json`… */
  language: string;
  text: string;
  /** The last file named in code before the block. */
  file: string;
}

export function readGuide(page: string): Block[] {
  const text = read(page);
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

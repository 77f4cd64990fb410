import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One change that a recipe asks for. */
export interface Step {
  path: string;
  /** A `diff` block changes a file, any other makes one. */
  kind: 'change' | 'make';
  text: string;
}

export interface Recipe {
  steps: Step[];
  /** Command lines that prove it. */
  checks: string[];
}

/** Reads the code blocks of a recipe: a file's block follows lines that begin with its path, bold where it is new. */
export function readRecipe(markdown: string): Recipe {
  const steps: Step[] = [];
  const checks: string[] = [];
  const blocks = markdown.matchAll(
    /(?:^(?:\d+\. )?(?:`|\*\*)([^`*\n]+)(?:`|\*\*)[^\n]*\n(?:[^\n]+\n)*\n)?^```(\w+)\n(.*?)^```$/gms,
  );
  for (const [, path, language, text = ''] of blocks) {
    if (language === 'sh') checks.push(...text.split('\n').filter(Boolean));
    else if (path) steps.push({ path, kind: language === 'diff' ? 'change' : 'make', text });
    else throw new Error(`A block does not say its file:\n${text}`);
  }
  return { steps, checks };
}

/**
 * Does what a step says, in the tree at `root`.
 * @throws when a file to be made is there, or the lines to be changed are not there exactly once
 */
export function follow(root: string, { path, kind, text }: Step): void {
  const file = join(root, path);
  if (kind === 'make') {
    if (existsSync(file)) throw new Error(`${path} exists already.`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  let content = readFileSync(file, 'utf8');
  for (const part of text.split(/^@@.*\n/m)) content = changed(content, part, path);
  writeFileSync(file, content);
}

function changed(content: string, part: string, path: string): string {
  const lines = part.replace(/\n$/, '').split('\n');
  const without = (sign: string) =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const [before, after] = [without('+'), without('-')];
  if (content.split(before).length !== 2) {
    throw new Error(`${path} does not hold exactly once:\n${before}`);
  }
  return content.replace(before, () => after);
}

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { CommandResult } from './launched.ts';

/** Runs one line, as a shell would. */
export type Typist = (line: string) => Promise<CommandResult>;

/**
 * Types the lines of an approved transcript again (`$ …`), and compares all that they print; `2>` marks stderr, `[1]` an exit code
 * other than 0. A section begins anew; its title (`# …`) says what it proves. `vitest -u` writes the outputs again, and git
 * shows the difference.
 * @param begin makes what a section starts from
 */
export async function expectTranscript(file: string, begin: () => Promise<Typist>): Promise<void> {
  let text = '';
  let type: Typist | undefined;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.startsWith('# ')) {
      type = await begin();
      text += `${text && '\n'}${line}\n`;
    } else if (line.startsWith('## ')) text += `${line}\n`;
    else if (line.startsWith('$ ')) text += `${line}\n${printed(await type?.(line.slice(2)))}`;
  }
  await expect(text).toMatchFileSnapshot(file);
}

function printed({ code, stdout, stderr }: CommandResult = { code: -1, stdout: '', stderr: '' }): string {
  const whole = (text: string) => (/[^\n]$/.test(text) ? `${text}\n` : text);
  const marked = whole(stderr).replace(/^(?=.)/gm, '2> ');
  return `${whole(stdout)}${marked}${code === 0 ? '' : `[${code}]\n`}`;
}

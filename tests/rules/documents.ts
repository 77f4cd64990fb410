import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/root.ts';

/** The documents whose every command, path and variable has to exist. */
export interface Document {
  path: string;
  text: string;
}

/** Decisions are dated and never edited afterwards: what they name may have gone since. */
export function documents(): Document[] {
  return globSync(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'], { cwd: ROOT })
    .filter((path) => !/^docs.decisions.\d/.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Lines of fenced code and inline code. */
export function codeIn(text: string): string[] {
  const fences = [...text.matchAll(/^```(\w*)\n(.*?)^```/gms)];
  const fenced = fences
    .filter(([, language]) => language !== 'mermaid')
    .flatMap(([, , code = '']) => code.split('\n'));
  const inline = [...text.replace(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  );
  return [...fenced, ...inline];
}

/** Inline code only: where paths and variables are named. */
export function inlineCodeIn(text: string): string[] {
  return [...text.replace(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** The variables that the configuration knows, in its order. */
export function configuredVariables(): string[] {
  const source = readFileSync(join(ROOT, 'src/config/config.server.ts'), 'utf8');
  const schema = /const environment = v\.object\(\{(.*?)^\}\);/ms.exec(source)?.[1] ?? '';
  return [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map(([, name = '']) => name);
}

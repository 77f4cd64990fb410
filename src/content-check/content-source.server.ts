import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Node, parseSync } from 'oxc-parser';

export const ROOT = join(import.meta.dirname, '../..');

export interface WrittenValue {
  file: string;
  line: number;
  /** `fixedPriceOffers[0].icon`. */
  field: string;
  /** The place of the value in the source, with the mark of an example. */
  start: number;
  end: number;
  /** The source text of the value, without the mark. */
  text: string;
  isExample: boolean;
}

/** Lists the files that an owner edits, below the root. */
export function contentFiles(root: string): string[] {
  return globSync('src/content/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();
}

export function remainingExamples(): WrittenValue[] {
  return contentFiles(ROOT)
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('example('))
    .flatMap((file) => writtenValues(ROOT, file).filter(({ isExample }) => isExample));
}

/** Lists every named value of a file, in the order of the text. */
export function writtenValues(root: string, file: string): WrittenValue[] {
  const source = readFileSync(join(root, file), 'utf8');
  const values: WrittenValue[] = [];

  const add = (field: string, node: Node, from = node) => {
    const value = markedAsExample(node) ?? node;
    values.push({
      file,
      line: lineAt(source, from.start),
      field,
      start: node.start,
      end: node.end,
      text: source.slice(value.start, value.end),
      isExample: value !== node,
    });
    visit(field, value);
  };

  const visit = (field: string, node: Node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      add(node.id.name, node.init, node);
    else if (node.type === 'Property') add(`${field}.${keyOf(node.key)}`, node.value, node);
    else if (node.type === 'ArrayExpression')
      for (const [index, element] of node.elements.entries()) element && add(`${field}[${index}]`, element);
    else if (markedAsExample(node)) add(field, node);
    else for (const child of childrenOf(node)) visit(field, child);
  };

  visit('', parseSync(file, source).program);
  return values;
}

/** Writes other values into a file of the content. */
export function writeValues(root: string, file: string, values: Readonly<Record<string, string>>): void {
  const written = new Map(writtenValues(root, file).map((value) => [value.field, value]));
  let source = readFileSync(join(root, file), 'utf8');
  const places = Object.entries(values).map(([field, text]) => {
    const value = written.get(field);
    if (!value) throw new Error(`${file} has no ${field}`);
    return { ...value, text };
  });
  // The last place first, so that the others stay where they are.
  for (const { start, end, text } of places.sort((one, other) => other.start - one.start))
    source = source.slice(0, start) + text + source.slice(end);
  writeFileSync(join(root, file), source);
}

function markedAsExample(node: Node): Node | undefined {
  const isMark =
    node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'example';
  return isMark ? node.arguments[0] : undefined;
}

function keyOf(key: Node): string {
  return key.type === 'Identifier' ? key.name : key.type === 'Literal' ? `${key.value}` : '';
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child) => typeof child === 'object' && child !== null && 'type' in child) as Node[];
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}

export function typingErrors(root: string): string[] {
  return contentFiles(root).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const [first] = parseSync(file, source).errors;
    return first ? [unreadable(file, lineAt(source, first.labels[0]?.start ?? 0))] : [];
  });
}

/** Says where a file threw this error while it was read; undefined if none did. */
export function thrownAt(root: string, error: unknown): string | undefined {
  const { prepareStackTrace } = Error;
  let calls: NodeJS.CallSite[] = [];
  Error.prepareStackTrace = (_error, sites) => {
    calls = sites;
  };
  // V8 calls the function above when the stack is read for the first time.
  void (error as Error).stack;
  Error.prepareStackTrace = prepareStackTrace;
  const folder = pathToFileURL(join(root, 'src/content/')).href;
  const call = calls.find((site) => site.getFileName()?.startsWith(folder));
  const file = call?.getFileName()?.slice(folder.length);
  if (!file) return undefined;
  const line = call?.getLineNumber() ?? 0;
  const source = readFileSync(join(root, 'src/content', file), 'utf8');
  // As after a merge: the owner's last example had gone, and its import with it.
  if (
    writtenValues(root, `src/content/${file}`).some(({ isExample }) => isExample) &&
    !source.includes("'./example.ts'")
  )
    return `src/content/${file}, ligne ${line} : la marque « example » n’est pas importée ; ôtez-la, ou ajoutez en tête : import { example } from './example.ts';`;
  return unreadable(`src/content/${file}`, line);
}

function unreadable(file: string, line: number): string {
  return `${file}, ligne ${line} (ou juste avant) : illisible. Un texte va entre deux apostrophes droites ('…') ; une apostrophe dans un texte s’écrit ’. Une virgule finit chaque valeur. Un nombre s’écrit sans espace (1200). Un nom d’un autre fichier s’écrit comme là-bas.`;
}

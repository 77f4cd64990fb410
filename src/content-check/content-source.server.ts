import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parseSync } from 'oxc-parser';

const ROOT = join(import.meta.dirname, '../..');

/** A value as it is written in a file of `src/content/`. */
export interface WrittenValue {
  /** `src/content/offers.ts`. */
  file: string;
  line: number;
  /** `fixedPriceOffers[0].icon`. */
  field: string;
  /** The source text of the value, without the mark of an example. */
  text: string;
  /** Whether the value is marked by `example(…)`. */
  isExample: boolean;
}

/** Lists the files that an owner edits, below the root. */
export function contentFiles(): string[] {
  return globSync('src/content/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();
}

/** Lists the values that are still marked as examples, in all files. */
export function remainingExamples(): WrittenValue[] {
  return contentFiles()
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('example('))
    .flatMap((file) => writtenValues(file).filter(({ isExample }) => isExample));
}

/** Lists every named value of a file, in the order of the text. */
export function writtenValues(file: string): WrittenValue[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const values: WrittenValue[] = [];

  const add = (field: string, node: Node, from = node) => {
    const value = markedAsExample(node) ?? node;
    const line = source.slice(0, from.start).split('\n').length;
    values.push({ file, line, field, text: source.slice(value.start, value.end), isExample: value !== node });
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

/** Returns the value in `example(…)`; undefined for any other node. */
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

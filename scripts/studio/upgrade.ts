import { isMap, isSeq, Pair, parseDocument, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { jsonSchemas, type Rule } from './editors.ts';
import { LIST } from './promises.ts';

/** A field with a new name. The path begins with a file's name; a step `*` stands for each item of a list. */
export interface Rename {
  path: string;
  to: string;
}

/** Fields that were renamed within this version of the studio's folder. */
export const renames: readonly Rename[] = [];

/**
 * Renames the fields of a file, and adds missing optional ones, empty. Comments stay.
 * @param name of the file, such as `offers.yaml`
 * @returns the same text if there is nothing to do, or if it cannot be read
 */
export function upgraded(name: string, text: string, table = renames): string {
  const document = parseDocument(text, { schema: 'failsafe' });
  const top = document.contents;
  if (document.errors.length > 0 || !isMap(top)) return text;
  const file = name.replace('.yaml', '');
  const rule = jsonSchemas()[file];
  let changes = 0;
  for (const { path, to } of table) {
    const [first, ...steps] = path.split('/');
    if (name === LIST) changes += renamePromises(top, path, to);
    else if (first === file) changes += rename(top, steps, to);
  }
  if (rule) changes += addFields([top], rule);
  return changes > 0 ? document.toString({ lineWidth: 0 }) : text;
}

function rename(node: unknown, [step = '', ...rest]: string[], to: string): number {
  if (isSeq(node) && step === '*') return sum(node.items.map((item) => rename(item, rest, to)));
  if (!isMap(node)) return 0;
  if (rest.length > 0) return rename(node.get(step, true), rest, to);
  return sum(node.items.map(({ key }) => renameKey(key, step, to)));
}

function renamePromises(list: YAMLMap, path: string, to: string): number {
  const former = RegExp(`^${path.split('*').map(RegExp.escape).join('(?:.+)')}(?=/|$)`);
  const change = (key: string) => key.replace(former, (start) => start.replace(/[^/]+$/, to));
  return sum(list.items.map(({ key }) => (isText(key) ? renameKey(key, key.value, change(key.value)) : 0)));
}

function renameKey(key: unknown, from: string, to: string): number {
  if (!isText(key) || key.value !== from || from === to) return 0;
  key.value = to;
  return 1;
}

const isText = (key: unknown): key is Scalar<string> =>
  key instanceof Scalar && typeof key.value === 'string';

/** Adds missing fields. @param groups of one kind; if no item of a list has a field, the first item gets it */
function addFields(groups: YAMLMap[], { properties = {}, required = [] }: Rule): number {
  const [first] = groups;
  return sum(
    Object.entries(properties).map(([name, rule]) => {
      const holders = groups.filter((group) => group.has(name));
      if (holders.length === 0 && first && !required.includes(name)) return addField(first, name, rule);
      const inner = holders
        .map((group) => group.get(name, true))
        .flatMap((node) => (isSeq(node) ? node.items : node));
      return addFields(inner.filter(isMap), rule.items ?? rule);
    }),
  );
}

function addField(group: YAMLMap, name: string, rule: Rule): number {
  const key = new Scalar(name);
  if (!group.flow) key.commentBefore = ` ${[rule.title, rule.description].filter(Boolean).join(' : ')}`;
  group.items.push(new Pair(key, emptyOf(rule)));
  return 1;
}

function emptyOf({ properties, items }: Rule): Scalar | YAMLMap | YAMLSeq {
  if (!properties && !items) return Object.assign(new Scalar(''), { type: Scalar.QUOTE_DOUBLE });
  const empty = items ? new YAMLSeq() : new YAMLMap<Scalar, unknown>();
  empty.flow = true;
  for (const [name, rule] of Object.entries(properties ?? {}))
    empty.items.push(new Pair(new Scalar(name), emptyOf(rule)));
  return empty;
}

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);

import * as v from 'valibot';
import { type Fault, nearest, quoted, suggestion, visible } from './faults.ts';
import type { Group, Path, Place, Typed, YamlFile } from './yaml-file.ts';

export type Schema = v.GenericSchema & { entries?: Record<string, Schema>; item?: Schema; wrapped?: Schema };

/** Keys whose values name an item of a list. */
const nameKeys = ['id', 'tab', 'title', 'name', 'client', 'type'] as const;

/** Lists the names of an item of a list; the first one is shown. */
export function namesOf(item: Typed | undefined): string[] {
  if (typeof item !== 'object' || Array.isArray(item)) return [];
  const [id, ...names] = nameKeys
    .map((key) => item[key])
    .map((name) => (typeof name === 'string' ? name : undefined));
  return [...names, id].filter((name) => name !== undefined);
}

/** Writes a path with the titles of the schema and the names of items: `Refonte · prix`. */
export function labelOf(schema: Schema, value: Typed | undefined, path: Path): string {
  const parts: string[] = [];
  let [inner, at]: [Schema | undefined, Typed | undefined] = [schema, value];
  for (const key of path) {
    at = typeof at === 'object' ? (at as Group)[key] : undefined;
    inner = child(inner, key);
    const title = inner && titleOf(inner);
    if (typeof key === 'number') parts.splice(-1, 1, visible(namesOf(at)[0] ?? `${title} ${key + 1}`));
    else parts.push(title ?? key);
  }
  // A group and its only list may have the same name, which is shown once.
  return parts.filter((part, index) => part !== parts[index - 1]).join(' · ');
}

/**
 * Reads a file by its schema.
 * @returns `wrong` has the paths of wrong values and of groups with unknown fields
 */
export function applySchema<Of extends v.GenericSchema>(path: string, schema: Of, file: YamlFile) {
  const rule = schema as Schema;
  const value = file.value ?? {};
  const { success, output, issues = [] } = v.safeParse(schema, value, { abortPipeEarly: true });
  const faults: Fault[] = [];
  const wrong: Path[] = [];
  const report = (at: Path, place: Place, text: string) => {
    wrong.push(at);
    faults.push({ file: path, ...place, ...(at.length > 0 && { field: labelOf(rule, value, at) }), text });
  };
  const meant = new Set<string>();
  for (const at of file.keys) {
    const [group, name] = [at.slice(0, -1), `${at.at(-1)}`];
    const { entries = { [name]: rule } } = unwrapped(ruleAt(rule, group) ?? rule);
    if (Object.hasOwn(entries, name) || !ruleAt(rule, group)) continue;
    const names = Object.keys(entries);
    meant.add([...group, nearest(name, names)].join('/'));
    const text = `le champ « ${visible(name)} » n’existe pas ; ${suggestion(name, names)}`;
    report(group, file.keyPlaceOf(at), text);
  }
  for (const issue of issues) {
    const at = (issue.path ?? []).map(({ key }) => key as string | number);
    const isUnknown = issue.kind === 'schema' && issue.expected === 'never';
    // A field that seems to be missing may be there under a misspelt name, which is reported already.
    if (!isUnknown && !meant.has(at.join('/'))) report(at, file.placeOf(at), sentenceOf(rule, at, issue));
  }
  return { output: success && faults.length === 0 ? output : undefined, faults, wrong };
}

function sentenceOf(schema: Schema, path: Path, issue: v.BaseIssue<unknown>): string {
  if (issue.kind === 'validation') return issue.message;
  const { input } = issue;
  const rule = ruleAt(schema, path) ?? schema;
  const expected = expectedBy(rule);
  if (input === undefined) {
    const { rule: law } = v.getMetadata(unwrapped(rule)) as { rule?: string };
    return `manque ; il faut ${expected}${law ? ` (${law})` : ''}`;
  }
  if (typeof input === 'string') return `vaut ${quoted(input)} ; il faut ${expected}`;
  if (Array.isArray(input)) return `est une liste ; il faut ${expected}`;
  const hint = unwrapped(rule).type === 'string' ? ', entre guillemets s’il contient « : »' : '';
  return `est un groupe de champs ; il faut ${expected}${hint}`;
}

function expectedBy(schema: Schema): string {
  const { entries } = unwrapped(schema);
  const required = Object.entries(entries ?? {}).filter(([, entry]) => entry.type !== 'optional');
  return (
    v.getDescription(schema) ??
    v.getDescription(unwrapped(schema)) ??
    `ses champs ${required.map(([name]) => name).join(', ')}`
  );
}

/** Finds the rule of a field; undefined if there is none. */
export function ruleAt(schema: Schema, path: Path): Schema | undefined {
  return path.reduce<Schema | undefined>((inner, key) => child(inner, key), schema);
}

function child(schema: Schema | undefined, key: string | number): Schema | undefined {
  const { entries = {}, item } = schema ? unwrapped(schema) : {};
  if (typeof key === 'number') return item;
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}

function unwrapped(schema: Schema): Schema {
  return schema.wrapped ? unwrapped(schema.wrapped) : schema;
}

const titleOf = (schema: Schema) => v.getTitle(schema) ?? v.getTitle(unwrapped(schema));

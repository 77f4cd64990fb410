import * as v from 'valibot';
import { type Fault, nearest, quoted, suggestion, visible } from './faults.ts';
import type { Group, Path, Typed, YamlFile } from './yaml-file.ts';

export type Schema = v.GenericSchema & { entries?: Record<string, Schema>; item?: Schema; wrapped?: Schema };

/** The keys by which an item of a list is called, the first that it has. */
const nameKeys = ['id', 'title', 'name', 'client', 'type'] as const;

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
  return parts.join(' · ');
}

/** Reads a file by its schema. */
export function applySchema<Of extends v.GenericSchema>(path: string, schema: Of, file: YamlFile) {
  const value = file.value ?? {};
  const { success, output, issues = [] } = v.safeParse(schema, value, { abortPipeEarly: true });
  const unknown = unknownFields(schema as Schema, value, []);
  const meant = new Set(unknown.map(({ near }) => near));
  const faults: Fault[] = unknown.map(({ at, text }) => ({
    ...placed(at.slice(0, -1), text),
    ...file.keyPlaceOf(at),
  }));
  for (const issue of issues) {
    const at = (issue.path ?? []).map(({ key }) => key as string | number);
    const isUnknown = issue.kind === 'schema' && issue.expected === 'never';
    // It stands there under the misspelt name.
    if (!isUnknown && !meant.has(at.join('/')))
      faults.push(placed(at, sentenceOf(schema as Schema, at, issue)));
  }
  return { output: success ? output : undefined, faults };

  function placed(at: Path, text: string): Fault {
    return {
      file: path,
      ...file.placeOf(at),
      ...(at.length > 0 && { field: labelOf(schema as Schema, value, at) }),
      text,
    };
  }
}

function sentenceOf(schema: Schema, path: Path, issue: v.BaseIssue<unknown>): string {
  if (issue.kind === 'validation') return issue.message;
  const { input } = issue;
  const rule = ruleAt(schema, path);
  const expected = expectedBy(rule);
  if (input === undefined) return `manque ; il faut ${expected}`;
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

/** Lists every field that no schema has, also where valibot stops at the first one. */
function unknownFields(schema: Schema, value: Typed, path: Path): { at: Path; near: string; text: string }[] {
  const { entries, item } = unwrapped(schema);
  if (Array.isArray(value))
    return item ? value.flatMap((each, index) => unknownFields(item, each, [...path, index])) : [];
  if (typeof value === 'string' || !entries) return [];
  const names = Object.keys(entries);
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = [...path, name];
    const entry = entries[name];
    if (entry) return unknownFields(entry, inner, at);
    const text = `le champ « ${visible(name)} » n’existe pas ; ${suggestion(name, names)}`;
    return [{ at, near: [...path, nearest(name, names)].join('/'), text }];
  });
}

export function ruleAt(schema: Schema, path: Path): Schema {
  return path.reduce<Schema | undefined>((inner, key) => child(inner, key), schema) ?? schema;
}

function child(schema: Schema | undefined, key: string | number): Schema | undefined {
  const { entries, item } = schema ? unwrapped(schema) : {};
  return typeof key === 'number' ? item : entries?.[key];
}

function unwrapped(schema: Schema): Schema {
  return schema.wrapped ? unwrapped(schema.wrapped) : schema;
}

const titleOf = (schema: Schema) => v.getTitle(schema) ?? v.getTitle(unwrapped(schema));

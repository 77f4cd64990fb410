import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { ROOT } from '../../tests/support/root.ts';
import { editorFiles, jsonSchemas } from './editors.ts';
import { loadStudio, moduleOf } from './load.ts';
import { readStudio } from './read.ts';
import { type FileName, files as schemas } from './schema.ts';

const repository = mkdtempSync(join(tmpdir(), 'editors-'));
const folder = join(repository, 'studio');
const names = Object.keys(schemas) as FileName[];
const valuesOf = (root: string, name: string) => parse(readFileSync(join(root, `${name}.yaml`), 'utf8'));

beforeAll(() => {
  mkdirSync(join(repository, '.git'));
  cpSync(join(ROOT, 'example'), folder, { recursive: true });
  write();
});
afterAll(() => rmSync(repository, { recursive: true }));

function write(): void {
  for (const [path, text] of Object.entries(editorFiles(folder))) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

interface Field {
  name: string;
  label: string;
  description?: string;
  hint?: string;
  required?: boolean;
  list?: { min?: number; max?: number };
  options?: object;
  fields?: Field[];
}
const pages = () => parse(readFileSync(join(repository, '.pages.yml'), 'utf8'));
const sveltia = () => parse(readFileSync(join(folder, 'admin/config.yml'), 'utf8'));

function pathsOf(fields: Field[], before: string): string[] {
  return fields.flatMap(({ name, fields: inner }) => [
    `${before}/${name}`,
    ...pathsOf(inner ?? [], `${before}/${name}`),
  ]);
}

describe('STUDIO-4: a JSON Schema', () => {
  const ajv = new Ajv({ strict: false });

  it.each(['example', 'tests/studios/first'])('takes the files of %s', (studio) => {
    for (const name of names) {
      const check = ajv.compile(jsonSchemas()[name] ?? false);
      expect([check(valuesOf(join(ROOT, studio), name)), check.errors], name).toEqual([true, null]);
    }
  });

  it('refuses an unknown field, a missing one and a wrong word, and names each in French', () => {
    const check = ajv.compile(jsonSchemas()['offers'] ?? false);
    const { offers, ...rest } = valuesOf(`${ROOT}/example`, 'offers');
    const withOffer = (change: object) => ({ ...rest, offers: [{ ...offers[0], ...change }] });
    expect(check(withOffer({}))).toBe(true);
    expect(check(withOffer({ prix: '750' }))).toBe(false);
    expect(check(withOffer({ unit: 'semaine' }))).toBe(false);
    expect(check(withOffer({ title: undefined }))).toBe(false);
    expect(jsonSchemas()['offers']?.properties?.['offers']?.items?.properties?.['price']).toMatchObject({
      title: 'prix',
      description: 'un nombre entier d’euros, comme 750',
    });
  });
});

describe('STUDIO-4: the editors of a phone', () => {
  it('have every field of every file, with French words', () => {
    type Rule = NonNullable<ReturnType<typeof jsonSchemas>[string]>;
    const paths = ({ properties = {} }: Rule, before: string): string[] =>
      Object.entries(properties).flatMap(([key, inner]) => [
        `${before}/${key}`,
        ...paths(inner.items ?? inner, `${before}/${key}`),
      ]);
    const expected = names.flatMap((name) => paths(jsonSchemas()[name] ?? {}, `studio/${name}.yaml`));
    type File = { path: string; file: string; fields?: Field[] };
    const inPages = pages().content.flatMap(({ path, fields = [] }: File) => pathsOf(fields, path));
    const { files } = sveltia().collections[0];
    const inSveltia = files.flatMap(({ file, fields = [] }: File) => pathsOf(fields, file));
    expect(expected).toContain('studio/offers.yaml/offers/price');
    expect(inPages).toEqual(expected);
    expect(inSveltia).toEqual(expected);
  });

  it('say what a field is, and what is right', () => {
    const [studio] = pages().content;
    expect(studio.fields[1]).toEqual({
      name: 'name',
      label: 'Nom du studio',
      type: 'string',
      required: true,
      description: 'Il faut un texte de 45 caractères au plus.',
      options: { maxlength: 45 },
    });
    const offers = sveltia().collections[0].files[1].fields[0];
    expect(offers).toMatchObject({ widget: 'list', min: 1, max: 8, label: 'Offres' });
    expect(offers.fields.find(({ name }: Field) => name === 'price')).toEqual({
      name: 'price',
      label: 'Prix',
      widget: 'string',
      required: false,
      hint: 'Il faut un nombre entier d’euros, comme 750.',
    });
    const icon = studio.fields.find(({ name }: Field) => name === 'pictures').fields[3];
    expect(icon).toMatchObject({ type: 'image', options: { extensions: ['svg', 'png'] } });
  });

  it('keep pictures in images/ and fields that they do not know', () => {
    expect(pages().media).toEqual({ input: 'studio/images', output: 'images' });
    expect(pages().settings).toEqual({ content: { merge: true } });
    expect(sveltia()).toMatchObject({ media_folder: 'studio/images', public_folder: '/images' });
  });

  it('save the same site, in their order of fields, and are no part of it', async () => {
    const before = await loadStudio(join(ROOT, 'example'));
    const { files }: { files: { file: string; fields: Field[] }[] } = sveltia().collections[0];
    for (const name of names) {
      const { fields = [] } = files.find(({ file }) => file === `studio/${name}.yaml`) ?? {};
      const values = saved(valuesOf(folder, name), fields);
      writeFileSync(join(folder, `${name}.yaml`), stringify(values, { defaultStringType: 'QUOTE_DOUBLE' }));
    }
    expect((await readStudio(folder)).faults).toEqual([]);
    const after = await loadStudio(folder);
    expect(after.studio).toEqual(before.studio);
    expect(moduleOf(after)).not.toMatch(/unpkg|sveltia|pages\.yml/i);
  });

  it('are written again without a change, and keep the repository that the owner named', () => {
    const path = join(folder, 'admin/config.yml');
    const text = readFileSync(path, 'utf8').replace('COMPTE/DEPOT', 'durand/studio');
    writeFileSync(path, text);
    write();
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});

/** Returns a group as an editor writes it: its own fields first, in order and empty if they were missing, then all others. */
function saved(group: Record<string, unknown>, fields: Field[]): Record<string, unknown> {
  const known = fields.map(({ name, fields: inner }) => {
    const value = group[name] ?? '';
    if (!inner || typeof value !== 'object') return [name, value];
    const each = (item: unknown) => saved(item as Record<string, unknown>, inner);
    return [name, Array.isArray(value) ? value.map(each) : each(value)];
  });
  const others = Object.entries(group).filter(([key]) => !fields.some(({ name }) => name === key));
  return Object.fromEntries([...known, ...others]);
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import { parse, stringify } from 'yaml';
import { LIST } from './promises.ts';
import { files } from './schema.ts';

/** The JSON Schema of a field, with `max` and `file` from the metadata of its rule. */
export type Rule = {
  title?: string;
  description?: string;
  properties?: Record<string, Rule>;
  required?: string[];
  items?: Rule;
  minItems?: number;
  maxItems?: number;
  enum?: string[];
  max?: number;
  file?: string;
};

/** A text that may be longer than this gets a field of several lines. */
const LONG = 90;
/** The fingerprint belongs to this version's file: change both together. */
const SVELTIA = {
  address: 'https://unpkg.com/@sveltia/cms@0.221.1/dist/sveltia-cms.js',
  integrity: 'sha384-JQ+XsKx/UzwdTiNnFStza3XtqqQoVtyNPApkfvwlzZDfhe7giE9CnfQrpHqgv3k6',
};
const HEAD = '# Écrit par « npm run editors » : relancez la commande plutôt que de modifier ce fichier.\n';

/** Returns the JSON Schema of each file; it says which fields exist, while the build checks their values. */
export function jsonSchemas(): Record<string, Rule> {
  return Object.fromEntries(
    Object.entries(files).map(([name, schema]) => [
      name,
      toJsonSchema(schema, {
        errorMode: 'ignore',
        overrideSchema: ({ valibotSchema, jsonSchema }) =>
          valibotSchema.type === 'optional' ? (orEmpty(jsonSchema as Rule) as typeof jsonSchema) : undefined,
      }) as Rule,
    ]),
  );
}

/** Allows an empty text, also in each field of a group; to the build it equals a missing field. */
function orEmpty(rule: Rule): Rule {
  if (rule.enum) return { ...rule, enum: [...new Set([...rule.enum, ''])] };
  if (!rule.properties) return rule;
  const fields = Object.entries(rule.properties).map(([name, inner]) => [name, orEmpty(inner)]);
  return { ...rule, required: [], properties: Object.fromEntries(fields) };
}

/**
 * Writes the configurations of editors for a studio's folder.
 * @param folder absolute path
 * @returns the text of each file by its absolute path
 */
export function editorFiles(folder: string): Record<string, string> {
  const repository = repositoryOf(folder);
  const prefix = relative(repository, folder).replaceAll('\\', '/').replace(/.$/, '$&/');
  const schemas = jsonSchemas();
  const entries = Object.entries(schemas).map(([name, rule]) => ({
    name,
    label: capital(rule.title ?? name),
    path: `${prefix}${name}.yaml`,
    rule,
  }));
  const pages = {
    media: { input: `${prefix}images`, output: 'images' },
    // Editors then keep fields of a file that this configuration does not have.
    settings: { content: { merge: true } },
    content: [
      ...entries.map(({ rule, ...entry }) => ({
        ...entry,
        type: 'file',
        format: 'yaml',
        fields: fieldsOf(rule, pagesField),
      })),
      { name: 'promises', label: 'À confirmer', path: `${prefix}${LIST}`, type: 'file', format: 'code' },
    ],
  };
  const config = join(folder, 'admin/config.yml');
  const former = existsSync(config) ? parse(readFileSync(config, 'utf8')) : {};
  const sveltia = {
    backend: former?.backend ?? { name: 'github', repo: 'COMPTE/DEPOT', branch: 'main' },
    media_folder: `${prefix}images`,
    public_folder: '/images',
    output: { yaml: { quote: 'double' } },
    collections: [
      {
        name: 'studio',
        label: 'Studio',
        files: entries.map(({ rule, path, ...entry }) => ({
          ...entry,
          file: path,
          fields: fieldsOf(rule, sveltiaField),
        })),
      },
    ],
  };
  const yaml = (value: object) => HEAD + stringify(value, { aliasDuplicateObjects: false });
  return {
    [join(repository, '.pages.yml')]: yaml(pages),
    [config]: yaml(sveltia),
    [join(folder, 'admin/index.html')]: `<!doctype html>
<html lang="fr">
<meta charset="utf-8" />
<meta name="robots" content="noindex" />
<meta name="viewport" content="width=device-width" />
<title>Le studio</title>
<script src="${SVELTIA.address}" integrity="${SVELTIA.integrity}" crossorigin="anonymous"></script>
</html>
`,
    ...Object.fromEntries(
      Object.entries(schemas).map(([name, rule]) => [
        join(folder, '.schemas', `${name}.json`),
        `${JSON.stringify(rule, null, 2)}\n`,
      ]),
    ),
  };
}

/** Finds the root of the repository: editors name files from there, and Pages CMS looks there for its configuration. */
function repositoryOf(folder: string): string {
  for (let path = folder; path !== dirname(path); path = dirname(path))
    if (existsSync(join(path, '.git'))) return path;
  return folder;
}

type Writer = (rule: Rule, isRequired: boolean) => object;

function fieldsOf({ properties = {}, required = [] }: Rule, write: Writer): object[] {
  return Object.entries(properties).map(([name, rule]) => ({
    name,
    label: capital(rule.title ?? name),
    ...write(rule, required.includes(name)),
  }));
}

const pagesField: Writer = (rule, required) => {
  const { items } = rule;
  const hint = rule.description && { description: hintOf(rule.description) };
  if (items) {
    const { minItems: min, maxItems: max } = rule;
    return { ...pagesField(items, required), ...hint, list: { min, max, collapsible: true } };
  }
  if (rule.properties) return { type: 'object', required, fields: fieldsOf(rule, pagesField) };
  if (rule.enum) return { type: 'select', required, ...hint, options: { values: choicesOf(rule) } };
  if (rule.file)
    return {
      type: isFilm(rule) ? 'file' : 'image',
      required,
      ...hint,
      options: { extensions: endingsOf(rule.file) },
    };
  return { type: isLong(rule) ? 'text' : 'string', required, ...hint, options: { maxlength: rule.max } };
};

const sveltiaField: Writer = (rule, required) => {
  const { items } = rule;
  const hint = rule.description && { hint: hintOf(rule.description) };
  if (items) {
    const { minItems: min, maxItems: max } = rule;
    const item = items.properties
      ? { fields: fieldsOf(items, sveltiaField) }
      : { field: { name: 'item', label: capital(items.title ?? ''), ...sveltiaField(items, true) } };
    return { widget: 'list', required, ...hint, min, max, ...item };
  }
  if (rule.properties) return { widget: 'object', required, fields: fieldsOf(rule, sveltiaField) };
  if (rule.enum) return { widget: 'select', required, ...hint, options: choicesOf(rule) };
  if (rule.file) return { widget: isFilm(rule) ? 'file' : 'image', required, ...hint };
  return { widget: isLong(rule) ? 'text' : 'string', required, ...hint, maxlength: rule.max };
};

const choicesOf = (rule: Rule) => rule.enum?.filter((word) => word !== '');
const isFilm = (rule: Rule) => rule.file === 'MP4';
const isLong = ({ max = 0 }: Rule) => max > LONG;
const hintOf = (expected: string) => `Il faut ${expected}.`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Turns `JPEG ou PNG` into file name endings. */
const endingsOf = (kinds: string) =>
  kinds
    .toLowerCase()
    .split(/, | ou /)
    .flatMap((kind) => (kind === 'jpeg' ? ['jpg', kind] : [kind]));

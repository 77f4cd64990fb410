import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** schema.org's own definitions, as its site publishes them (N-Quads). */
const definitions = readFileSync(
  createRequire(import.meta.url).resolve('@vocabulary/schema/schema.nq'),
  'utf8',
);

const SCHEMA = 'http://schema.org/';
const properties = relation(`${SCHEMA}rangeIncludes`);
const domains = relation(`${SCHEMA}domainIncludes`);
const superseded = relation(`${SCHEMA}supersededBy`);
const parents = relation('http://www.w3.org/2000/01/rdf-schema#subClassOf');
const classes = new Set(
  [...definitions.matchAll(/^<http:\/\/schema\.org\/(\w+)> <[^>]*#type> <[^>]*#Class>/gm)].map(
    ([, name]) => name,
  ),
);

/** Names that stand in this relation to each name. */
function relation(predicate: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const pattern = new RegExp(`^<${SCHEMA}(\\w+)> <${predicate}> <${SCHEMA}(\\w+)>`, 'gm');
  for (const [, from = '', to = ''] of definitions.matchAll(pattern)) {
    found.set(from, [...(found.get(from) ?? []), to]);
  }
  return found;
}

function isA(type: string, wanted: string): boolean {
  return type === wanted || (parents.get(type) ?? []).some((parent) => isA(parent, wanted));
}

type Item = Record<string, unknown>;

/** What schema.org calls the plain values that may stand for its data types. */
const plain: Readonly<Record<string, (value: unknown) => boolean>> = {
  Text: (value) => typeof value === 'string' && value !== '',
  URL: (value) => typeof value === 'string' && URL.canParse(value),
  Date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  Number: (value) => typeof value === 'number' && Number.isFinite(value),
  Integer: Number.isInteger,
  Boolean: (value) => typeof value === 'boolean',
};

/**
 * What is wrong with a JSON-LD document by the definitions: unknown types and properties, properties of other types,
 * values outside of their range, references to nothing. Empty when nothing is.
 */
export function schemaFaults(document: unknown): string[] {
  const { '@context': context, '@graph': graph } = document as { '@context': unknown; '@graph': Item[] };
  const known = new Map(graph.filter((item) => item['@id']).map((item) => [item['@id'], item['@type']]));
  const faults = context === 'https://schema.org' ? [] : [`context ${context}`];
  const typeOf = (item: Item) => item['@type'] ?? known.get(item['@id']);

  function check(item: Item, path: string): void {
    const type = typeOf(item);
    if (typeof type !== 'string' || !classes.has(type)) {
      faults.push(`${path}: no type ${type}`);
      return;
    }
    for (const [name, value] of Object.entries(item)) {
      if (name.startsWith('@')) continue;
      const here = `${path}.${name}`;
      const domain = domains.get(name) ?? [];
      if (!domain.some((one) => isA(type, one))) faults.push(`${here}: no property of ${type}`);
      if (superseded.has(name)) faults.push(`${here}: superseded by ${superseded.get(name)}`);
      for (const one of [value].flat()) checkValue(one, properties.get(name) ?? [], here);
    }
  }

  function checkValue(value: unknown, range: readonly string[], path: string): void {
    if (typeof value !== 'object' || value === null) {
      if (!range.some((one) => plain[one]?.(value))) faults.push(`${path}: ${value} is no ${range}`);
      return;
    }
    const type = typeOf(value as Item);
    if (typeof type !== 'string' || !range.some((one) => isA(type, one))) {
      faults.push(`${path}: ${type} is no ${range}`);
    }
    check(value as Item, path);
  }

  for (const item of graph) check(item, String(item['@type']));
  return faults;
}

/** How much of the vocabulary was read, so that an empty file cannot pass. */
export const vocabularySize = { classes: classes.size, properties: properties.size };

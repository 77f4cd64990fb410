import { readFileSync } from 'node:fs';
import { buildSchema, parse, print, validate } from 'graphql';
import { expect, test } from 'vitest';
import { profileQuery } from './profile-query.ts';

const schema = buildSchema(readFileSync(new URL('../graphql/schema.graphql', import.meta.url), 'utf8'));

test('START-3, HOME-10: the query is right by the schema and asks for every field of the specification', () => {
  const document = parse(profileQuery);
  expect(validate(schema, document)).toEqual([]);
  const names = print(document).match(/\w+/g) ?? [];
  const wanted =
    'getAdminPublicProfil name metier presentation projects description UrlInProd fonctionalites urlImage altImg TechStacks type technoFront technoBack technoDevops technoServicesTools';
  for (const name of wanted.split(' ')) expect(names).toContain(name);
});

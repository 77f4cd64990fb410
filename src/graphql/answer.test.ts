import { expect, it } from 'vitest';
import { acceptedType } from './answer.server.ts';

const JSON_TYPE = 'application/json';
const NEWER = 'application/graphql-response+json';

it.each([
  [undefined, JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['Application/JSON', JSON_TYPE],
  ['text/html, application/*;q=0.5', JSON_TYPE],
  [`${NEWER}; charset=utf-8, application/json`, NEWER],
  ['APPLICATION/GraphQL-Response+JSON', NEWER],
  [`${NEWER};q=0, application/json`, JSON_TYPE],
  [`${JSON_TYPE};q=0.9, ${NEWER};q=0.1`, JSON_TYPE],
  [`${JSON_TYPE}; Q=0.1, ${NEWER}; q=0.9`, NEWER],
  [`${JSON_TYPE};q=0.5,${NEWER};q=0.5`, NEWER],
  [`${NEWER}, */*`, NEWER],
  [`${NEWER};q=0.5, */*`, JSON_TYPE],
  [`${NEWER};q=0, */*;q=0.1`, JSON_TYPE],
  [`${JSON_TYPE};q=0, */*`, NEWER],
  [`${JSON_TYPE};q=0.2, application/*;q=0, */*`, JSON_TYPE],
  ['text/html, application/xml;q=0.9, */*;q=0.8', JSON_TYPE],
  ['application/*;q=0, */*', undefined],
  [`${JSON_TYPE};q=0.0`, undefined],
  [`${JSON_TYPE};q=x, ${NEWER};q=0`, undefined],
  ['application/jsonl', undefined],
  ['application/json-seq', undefined],
  [`${NEWER}x`, undefined],
  ['text/html', undefined],
])('to %s the answer is in %s', (accept, type) => {
  expect(acceptedType(accept)).toBe(type);
});

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
  ['application/jsonl', undefined],
  ['application/json-seq', undefined],
  [`${NEWER}x`, undefined],
  ['text/html', undefined],
])('to %s the answer is in %s', (accept, type) => {
  expect(acceptedType(accept)).toBe(type);
});

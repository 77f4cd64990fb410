import { expect, it } from 'vitest';
import { weightsOf } from './header-weights.ts';

it.each<[string, Record<string, number>]>([
  ['gzip, br', { gzip: 1, br: 1 }],
  ['br;q=0.1,GZIP ; Q=0.9 , *;q=0', { br: 0.1, gzip: 0.9, '*': 0 }],
  ['text/html;charset=utf-8;q=0.5, */*', { 'text/html': 0.5, '*/*': 1 }],
  // Outside the grammar, so that any reading is allowed: what is not understood is not taken for a wish.
  ['br;q=x, gzip;q=', { br: 0, gzip: 0 }],
  ['', { '': 1 }],
])('reads %j', (header, weights) => {
  expect(Object.fromEntries(weightsOf(header))).toEqual(weights);
});

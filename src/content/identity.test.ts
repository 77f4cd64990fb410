import { expect, test } from 'vitest';
import { example, examplesIn, valuesOf } from './example-value.ts';
import { identity, identityGaps, identityLabels } from './identity.ts';

const settings = { real: 'Studio Durand', shipped: example('Exemple'), optional: '' };

test('values are read whether or not they are examples', () => {
  expect(valuesOf(settings)).toEqual({ real: 'Studio Durand', shipped: 'Exemple', optional: '' });
});

test('only the shipped examples are gaps', () => {
  expect(examplesIn(settings)).toEqual(['shipped']);
});

test('every gap has a name that the operator can read, and a value', () => {
  for (const field of identityGaps()) {
    expect(identityLabels[field]).not.toBe('');
    expect(identity[field]).not.toBe('');
  }
});

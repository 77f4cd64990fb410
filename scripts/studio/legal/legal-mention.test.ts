import { expect, test } from 'vitest';
import { of } from './legal-mention.ts';
import { publisherAndStudio } from './privacy.ts';

test('a name that begins with a vowel takes an apostrophe', () => {
  const names = ['Maëlle', 'Anne', 'Élodie', 'Hélène'].map(of);
  expect(names).toEqual(['de Maëlle', 'd’Anne', 'd’Élodie', 'd’Hélène']);
});

test('LEGAL-1: a firm that has the studio’s name is named once', () => {
  const names = (publisherName: string, studioName: string) =>
    publisherAndStudio({ publisher: { name: publisherName }, name: studioName } as Parameters<
      typeof publisherAndStudio
    >[0]);
  expect(names('Anne Durand EI', 'Studio Durand')).toBe('Anne Durand EI (Studio Durand)');
  expect(names('Ker Logiciels', 'Ker Logiciels')).toBe('Ker Logiciels');
});

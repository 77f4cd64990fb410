import { expect, test } from 'vitest';
import { frenchDate } from './french-date.ts';
import { of } from './legal-mention.ts';
import { publisherAndStudio } from './privacy.ts';

test('a name takes « de », and what it becomes before a vowel or an article', () => {
  const names = ['Maëlle', 'Anne', 'Élodie', 'Hélène', 'Les Amis du code', 'Le Code'].map(of);
  expect(names).toEqual(['de Maëlle', 'd’Anne', 'd’Élodie', 'd’Hélène', 'des Amis du code', 'du Code']);
});

test('LEGAL-1: a firm that has the studio’s name is named once', () => {
  const names = (publisherName: string, studioName: string) =>
    publisherAndStudio({ publisher: { name: publisherName }, name: studioName } as Parameters<
      typeof publisherAndStudio
    >[0]);
  expect(names('Anne Durand EI', 'Studio Durand')).toBe('Anne Durand EI (Studio Durand)');
  expect(names('Ker Logiciels', 'Ker Logiciels')).toBe('Ker Logiciels');
});

test('a year, a month and a day are written in French', () => {
  const dates = ['2026', '2026-08', '2026-12-01', '2026-02-11'].map(frenchDate);
  expect(dates).toEqual(['2026', 'août 2026', '1er décembre 2026', '11 février 2026']);
});

import { expect, test } from 'vitest';
import type { Studio } from './schema.ts';
import { wordsOf } from './site.ts';

test.each([
  ['Lyon', 1, 20, 'à Lyon', 'un jour ouvré', 'vingt~minutes'],
  ['Le Mans', 2, 25, 'au Mans', '2~jours ouvrés', '25~minutes'],
  ['Les Ulis', 5, 60, 'aux Ulis', '5~jours ouvrés', 'une heure'],
  ['La Rochelle', 5, 45, 'à La Rochelle', '5~jours ouvrés', 'quarante-cinq~minutes'],
])('STUDIO-1: %s, %i and %i stand in sentences as %s, %s, %s', (city, answerDays, firstMeeting, ...words) => {
  const given = { studio: { place: { city }, person: {} }, contact: { answerDays, firstMeeting } };
  const { ville, delai, echange } = wordsOf(given as Studio);
  expect([ville, delai, echange].map((word) => word.replaceAll('\u00a0', '~'))).toEqual(words);
});

import { expect, test } from 'vitest';
import { answerDay } from './working-day.ts';

test.each([
  ['a Friday', '2026-11-27T10:00Z', 'lundi 30 novembre'],
  ['Christmas Eve before a week-end', '2026-12-24T10:00Z', 'lundi 28 décembre'],
  ['New Year’s Eve', '2026-12-31T10:00Z', 'lundi 4 janvier'],
  ['the eve of 1 May', '2026-04-30T10:00Z', 'lundi 4 mai'],
  ['the eve of 8 May', '2025-05-07T10:00Z', 'vendredi 9 mai'],
  ['the eve of 14 July', '2026-07-13T10:00Z', 'mercredi 15 juillet'],
  ['the eve of 15 August', '2025-08-14T10:00Z', 'lundi 18 août'],
  ['the eve of 1 November', '2029-10-31T10:00Z', 'vendredi 2 novembre'],
  ['the eve of 11 November', '2026-11-10T10:00Z', 'jeudi 12 novembre'],
  ['Good Friday', '2026-04-03T10:00Z', 'mardi 7 avril'],
  ['the eve of Ascension', '2026-05-13T10:00Z', 'vendredi 15 mai'],
  ['the Friday before Pentecost', '2026-05-22T10:00Z', 'mardi 26 mai'],
  ['a late Easter', '2038-04-24T10:00Z', 'mardi 27 avril'],
  ['an Easter that the tables put a week earlier', '2049-04-16T10:00Z', 'mardi 20 avril'],
  ['the same in 2076', '2076-04-17T10:00Z', 'mardi 21 avril'],
])('FORM-10: after %s, %s, the answer comes by %s', (_when, instant, day) => {
  expect(answerDay(Date.parse(instant), 1).replace('\u00a0', ' ')).toBe(day);
});

test('FORM-10: the day is that of Paris at every hour of two years, leap day and changes of the clock included', () => {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'Europe/Paris' } as const;
  const inParis = new Intl.DateTimeFormat('fr-FR', parts);
  const wrong: string[] = [];
  for (let instant = Date.UTC(2027, 0); instant < Date.UTC(2029, 0); instant += 3_600_000) {
    const named = inParis.format(instant).replace(' 1 ', ' 1er ');
    if (answerDay(instant, 0).replace('\u00a0', ' ') !== named) wrong.push(new Date(instant).toISOString());
  }
  expect(wrong).toEqual([]);
});

test('FORM-10: days of rest count as none of several working days', () => {
  expect(answerDay(Date.parse('2026-12-24T10:00Z'), 3)).toBe('mercredi 30\u00a0décembre');
});

import { expect, test } from 'vitest';
import { expectApproved } from '../../tests/support/approved.ts';
import { answerDay } from './working-day.ts';

test('FORM-10: the answer comes on the approved day, whatever holidays are near', async () => {
  const dayAfter = (given: string) =>
    answerDay(Date.parse(given.split(', ')[1] ?? ''), 1).replace('\u00a0', ' ');
  await expectApproved('working-day.approved.txt', dayAfter);
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

import { expect, it } from 'vitest';
import { handClock } from '../../tests/support/contact.ts';
import { createAnswerStart } from './whole-answer.server.ts';

it('an answer begins with its status and the date of its second', () => {
  const clock = handClock(Date.UTC(2026, 10, 20, 9, 30, 0, 400));
  const answerStart = createAnswerStart(clock);
  const dateOf = (status: number) => /^Date: (.*)$/m.exec(answerStart(status))?.[1];
  expect(answerStart(304)).toMatch(/^HTTP\/1\.1 304 Not Modified\r\n/);
  expect(dateOf(200)).toBe('Fri, 20 Nov 2026 09:30:00 GMT');
  clock.advance(599);
  expect(dateOf(200)).toBe('Fri, 20 Nov 2026 09:30:00 GMT');
  clock.advance(1);
  expect(dateOf(304)).toBe('Fri, 20 Nov 2026 09:30:01 GMT');
  clock.advance(-3_600_000);
  expect(dateOf(200)).toBe('Fri, 20 Nov 2026 08:30:01 GMT');
});

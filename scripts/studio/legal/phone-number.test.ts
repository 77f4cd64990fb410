import { expect, test } from 'vitest';
import { internationalNumber } from './phone-number.ts';

test.each<[string, string]>([
  ['04 65 71 00 00', '+33465710000'],
  ['06.39.98.00.00', '0639980000'],
  ['07 12 34 56 78', '+33712345678'],
  ['09 72 10 10 07', '+33972101007'],
  ...'0262 0263 0269 0590 0594 0596 0639 0690 0691 0692 0693 0694 0695 0696 0697 0974 0976 0800'
    .split(' ')
    .map((start) => [`${start} 12 34 56`, `${start}123456`] satisfies [string, string]),
  ['3949', '3949'],
  ['+33 4 65 71 00 00', '+33465710000'],
  ['+33 (0)4 65 71 00 00', '+33465710000'],
  ['0033 4 65 71 00 00', '+33465710000'],
  ['+49 (0)9831 505-0', '+4998315050'],
])('%s is dialled as %s', (written, dialled) => {
  expect(internationalNumber(written)).toBe(dialled);
});

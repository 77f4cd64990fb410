import { test } from 'vitest';
import { expectApproved } from '../../../tests/support/approved.ts';
import { internationalNumber } from './phone-number.ts';

test('each number is dialled as approved', () =>
  expectApproved('phone-number.approved.txt', internationalNumber));

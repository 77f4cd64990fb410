import { test } from 'vitest';
import { expectApproved } from '../../tests/support/approved.ts';
import { textFault } from './text-faults.ts';

// scripts/studio/wrong-values.txt has a text for each rule.
test('a text has the fault that was approved, or none', async () => {
  const faultOf = (text: string) => textFault(text)?.replaceAll('\u00a0', ' ') ?? '✓';
  await expectApproved('text-faults.approved.txt', faultOf);
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mailRetries, retryDelay } from '../../src/mail/retry-delays.ts';

it('the delays printed in docs/operations/mail.md are those of the code', () => {
  const guide = readFileSync('docs/operations/mail.md', 'utf8');
  const row = guide.split('\n').find((line) => /^\| Delay\s/.test(line)) ?? '';
  const printed = row.split('|').slice(2, -1).map(inSeconds);
  const computed = printed.map((_, index) => retryDelay(mailRetries(30_000), index + 1, () => 0.5) / 1000);
  expect(printed).toHaveLength(6);
  expect(printed).toEqual(computed);
});

function inSeconds(cell: string): number {
  const [amount, unit] = cell.trim().split(' ');
  return Number(amount) * (unit === 'min' ? 60 : 1);
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectApproved } from '../../tests/support/approved.ts';
import { copyLimits, monthsBefore, retentionRules } from './retention.server.ts';

const at = (text: string) => Date.parse(text);

it('keeps from the approved instant on, whatever the clocks and the lengths of months', async () => {
  await expectApproved('months.approved.txt', (given) => {
    const [now = '', months] = given.split(', ');
    const instant = Temporal.Instant.fromEpochMilliseconds(monthsBefore(at(now), Number(months)));
    return instant.toZonedDateTimeISO('Europe/Paris').toString({ timeZoneName: 'never' });
  });
});

it('a copy leaves out a month more than retention erases', () => {
  expect(copyLimits(at('2026-11-20T10:30:00+01:00'))).toEqual([
    { table: 'message', column: 'received_at', months: 11, bound: at('2025-12-20T10:30:00+01:00') },
    { table: 'page_view', column: 'day', months: 24, bound: '2024-11-20' },
  ]);
});

it('when a copy has been kept for a month, nothing in it is too old, whatever the length of the months (DATA-1)', () => {
  const late: unknown[] = [];
  for (let now = at('2024-01-01T00:00:00Z'); now < at('2029-01-01T00:00:00Z'); now += 61_333_000) {
    for (const { table, bound } of copyLimits(monthsBefore(now, 1))) {
      const rule = retentionRules.find((each) => each.table === table);
      if (!rule || bound < rule.bound(monthsBefore(now, rule.months)))
        late.push({ now: new Date(now), table });
    }
  }
  expect(late).toEqual([]);
});

it('the texts tell the months of the rules, those of copies included, and no others (DATA-1)', () => {
  const cwd = join(import.meta.dirname, '..');
  const ofPages = ['words/*.ts', '../scripts/studio/legal/*.ts', '**/words.ts'];
  const files = globSync([...ofPages, 'insights/report*.ts', 'cli/**/*.server.ts'], { cwd });
  const texts = files.map((file) => readFileSync(join(cwd, file), 'utf8')).join();
  const told = Array.from(texts.matchAll(/(\d+).mois/g), ([, months]) => Number(months));
  const kept: number[] = retentionRules.map(({ months }) => months);
  const copied = copyLimits(0).map(({ months }) => months);
  expect(told).toEqual(expect.arrayContaining(kept));
  expect(told.filter((months) => !kept.includes(months) && !copied.includes(months))).toEqual([]);
});

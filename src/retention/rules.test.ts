import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyLimits, monthsBefore, retentionRules } from './retention.server.ts';

const at = (text: string) => Date.parse(text);

it.each([
  ['2026-11-20T10:30:00.123+01:00', 12, '2025-11-20T10:30:00.123+01:00'],
  ['2026-01-15T00:00:00+01:00', 25, '2023-12-15T00:00:00+01:00'],
  // The local time counts, whatever the season's offset.
  ['2026-04-29T12:00:00+02:00', 25, '2024-03-29T12:00:00+01:00'],
  // Twelve months after 29 February is 28 February.
  ['2025-02-27T09:00:00+01:00', 12, '2024-02-27T09:00:00+01:00'],
  ['2025-02-28T09:00:00+01:00', 12, '2024-02-29T09:00:00+01:00'],
  ['2025-03-01T09:00:00+01:00', 12, '2024-03-01T09:00:00+01:00'],
  ['2028-02-29T09:00:00+01:00', 12, '2027-02-28T23:59:59.999+01:00'],
  ['2026-04-30T09:00:00+02:00', 25, '2024-03-31T09:00:00+02:00'],
  ['2026-03-29T09:00:00+02:00', 25, '2024-02-29T09:00:00+01:00'],
  ['2026-03-31T09:00:00+02:00', 25, '2024-02-29T23:59:59.999+01:00'],
  // If an hour occurs twice (25 October 2026), the earlier instant counts; if none does (29 March 2026), the later.
  ['2027-10-25T02:30:00+02:00', 12, '2026-10-25T02:30:00+02:00'],
  ['2027-03-29T02:30:00+02:00', 12, '2026-03-29T03:30:00+02:00'],
])('from %s, %i months back', (now, months, expected) => {
  expect(new Date(monthsBefore(at(now), months)).toISOString()).toBe(new Date(at(expected)).toISOString());
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

import { expect, it } from 'vitest';
import type { Database } from '../storage/schema.ts';
import { dayOf, daysOf, daysUntil, periodBefore, type Report, startOf, summarise } from './report.server.ts';

const row = (changes: Partial<Database['page_view']>): Database['page_view'] => ({
  day: '2026-03-02',
  path: '/',
  referrer: '',
  device: 'desktop',
  views: 1,
  ...changes,
});

const period = (from: string, to = from) => ({
  from: Temporal.PlainDate.from(from),
  to: Temporal.PlainDate.from(to),
});
const messagesOn = (...days: string[]) => days.map((day) => ({ day, subject: 'Autre' }));

it('a period has days of Paris, across changes of the clocks', () => {
  expect(`${dayOf(Date.UTC(2026, 2, 1, 23))}`).toBe('2026-03-02');
  expect(`${dayOf(Date.UTC(2026, 5, 30, 21, 59))}`).toBe('2026-06-30');
  expect(`${dayOf(Date.UTC(2026, 5, 30, 22))}`).toBe('2026-07-01');
  const days = daysOf(daysUntil(Temporal.PlainDate.from('2026-11-20'), 400));
  expect(new Set(days).size).toBe(400);
  expect(days).toEqual(expect.arrayContaining(['2025-10-26', '2026-03-29', '2026-11-20']));
  expect(startOf(Temporal.PlainDate.from('2026-07-01'))).toBe(Date.UTC(2026, 5, 30, 22));
});

it.each([
  ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
  ['2026-03-01', '2026-03-30', '2026-01-30', '2026-02-28'],
  ['2026-03-05', '2026-03-05', '2026-03-04', '2026-03-04'],
  ['2026-03-02', '2026-03-31', '2026-01-31', '2026-03-01'],
])('from %s to %s comes after one of as many whole months, or days', (from, to, ...before) => {
  const { from: first, to: last } = periodBefore(period(from, to));
  expect([`${first}`, `${last}`]).toEqual(before);
});

it('STAT-1: reports read as approved', async () => {
  const rows = [
    row({ day: '2026-03-01', views: 2, path: '/contact' }),
    row({ views: 3 }),
    row({ path: '/about', views: 5, referrer: 'a.fr' }),
    row({ day: '2026-03-05', device: 'phone', views: 9 }),
    row({ day: '2026-03-04', device: 'phone', views: 9 }),
  ];
  const messages = messagesOn('2026-03-03', '2026-03-03', '2026-03-04', '2026-03-06');
  const two = [row({ views: 9 }), row({ day: '2026-03-01', views: 12 })];
  const three = messagesOn('2026-03-01', '2026-03-01', '2026-03-02');
  const day = period('2026-03-02');
  const keptSince = (since: string) => summarise(two, three, day, Date.parse(since));
  const referrers = Array.from({ length: 30 }, (_, n) => row({ referrer: `s${n}.fr`, views: n + 1 }));
  const today = Temporal.PlainDate.from('2026-11-20');
  const timeline = (days: number) =>
    summarise([row({ day: '2026-11-18' })], messagesOn('2026-11-17'), daysUntil(today, days));
  const reports: Record<string, Report> = {
    'The most viewed come first, and quiet days are counted': summarise(
      rows,
      messages,
      period('2026-03-02', '2026-03-05'),
    ),
    'The messages of both periods are stored': keptSince('2026-02-01'),
    'Those of the period before are erased': keptSince('2026-03-01'),
    'Those of both are erased': keptSince('2026-03-03'),
    'Twelve referrers are listed': summarise(referrers.slice(0, 12), [], day),
    'More end in one entry for the rest': summarise(referrers, [], day),
    'Messages without a visit': summarise([], messagesOn('2026-03-02'), day),
    'Nothing at all': summarise([], [], day),
    'Few days are shown as days': timeline(35),
    'More as weeks from Monday': timeline(36),
  };
  const written = Object.entries(reports).map(([title, report]) => {
    const tables = report.tables.map(({ title, columns, rows }) =>
      [title, ...[columns, ...rows].map((cells) => cells.join(' | '))].join('\n'),
    );
    return [`# ${title}`, report.period, ...tables, ''].join('\n\n');
  });
  await expect(written.join('\n')).toMatchFileSnapshot('report.approved.txt');
});

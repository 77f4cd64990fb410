import { describe, expect, it } from 'vitest';
import { lastDays } from './report.server.ts';
import { summarise, timelineOf, type ViewRow } from './report.ts';
import { scaleTop } from './report-charts.ts';
import { reportHtml } from './report-html.ts';

const row = (changes: Partial<ViewRow>): ViewRow => ({
  day: '2026-03-02',
  path: '/',
  referrer: '',
  device: 'desktop',
  views: 1,
  ...changes,
});

describe('lastDays', () => {
  it('counts days in Paris, across changes of the clocks', () => {
    expect(lastDays(2, Date.UTC(2026, 2, 1, 23, 30))).toEqual(['2026-03-01', '2026-03-02']);
    const days = lastDays(400, Date.UTC(2026, 10, 20, 12));
    expect(new Set(days).size).toBe(400);
    expect(days.at(-1)).toBe('2026-11-20');
    expect(days).toContain('2026-03-29');
    expect(days).toContain('2025-10-26');
  });
});

describe('summarise', () => {
  it('sums four ways, most viewed first, quiet days included', () => {
    const rows = [
      row({ views: 3 }),
      row({ path: '/about', views: 5, referrer: 'a.fr' }),
      row({ day: '2026-03-04', device: 'phone', views: 2 }),
    ];
    expect(summarise(rows, ['2026-03-02', '2026-03-03', '2026-03-04'])).toEqual({
      from: '2026-03-02',
      to: '2026-03-04',
      total: 10,
      days: [
        { name: '2026-03-02', views: 8 },
        { name: '2026-03-03', views: 0 },
        { name: '2026-03-04', views: 2 },
      ],
      paths: [
        { name: '/', views: 5 },
        { name: '/about', views: 5 },
      ],
      referrers: [
        { name: '', views: 5 },
        { name: 'a.fr', views: 5 },
      ],
      devices: [
        { name: 'desktop', views: 8 },
        { name: 'phone', views: 2 },
      ],
    });
  });

  it('ends a long list in one entry for the rest, and loses no view', () => {
    const rows = Array.from({ length: 30 }, (_, index) =>
      row({ referrer: `s${index}.fr`, views: index + 1 }),
    );
    const { referrers, total } = summarise(rows, ['2026-03-02']);
    expect(referrers).toHaveLength(12);
    expect(referrers.at(-1)?.name).toBeNull();
    expect(referrers.reduce((sum, { views }) => sum + views, 0)).toBe(total);
  });
});

describe('timelineOf', () => {
  it('shows days while they are few, then weeks from Monday', () => {
    const report = (count: number) =>
      summarise([row({ day: '2026-11-18' })], lastDays(count, Date.UTC(2026, 10, 20, 12)));
    expect(timelineOf(report(35)).unit).toBe('days');
    const weeks = timelineOf(report(36));
    expect(weeks.unit).toBe('weeks');
    expect(weeks.bars.slice(1).every(({ name }) => new Date(name).getUTCDay() === 1)).toBe(true);
    expect(weeks.bars.at(-1)).toEqual({ name: '2026-11-16', views: 1 });
  });
});

describe('reportHtml', () => {
  it.each([
    [0, 1],
    [1, 1],
    [7, 8],
    [456, 600],
    [2662, 3000],
  ])('a scale for %i goes up to %i', (largest, top) => expect(scaleTop(largest)).toBe(top));

  it('names the year of each bar once the period is longer than one', () => {
    const rows = [row({ day: '2026-11-18' })];
    const htmlOf = (count: number) =>
      reportHtml(summarise(rows, lastDays(count, Date.UTC(2026, 10, 20, 12))), 'Studio', 'aujourd’hui');
    expect(htmlOf(365)).toContain('<title>lun. 16/11 : 1</title>');
    const long = htmlOf(770);
    expect(long).toContain('<title>16/11/2026 : 1</title>');
    expect(long).toContain('<th scope="row">30/12/2024</th>');
    expect(long).not.toMatch(/lun\. \d/);
  });

  it.each([30, 770])('the newest of %i days has its whole label inside the drawing', (count) => {
    const html = reportHtml(
      summarise([row({ day: '2026-11-18' })], lastDays(count, Date.UTC(2026, 10, 20, 12))),
      'Studio',
      'aujourd’hui',
    );
    const middles = [...html.matchAll(/<text x="([\d.]+)"[^>]* text-anchor="middle">/g)].map(([, x]) =>
      Number(x),
    );
    expect(Math.max(...middles)).toBeLessThanOrEqual(960 - 34);
  });

  it('stands without a single view', () => {
    const html = reportHtml(summarise([], lastDays(30, Date.now())), 'Studio <A>', 'aujourd’hui');
    expect(html).toContain('Aucune page vue');
    expect(html).toContain('Studio &lt;A&gt;');
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  });
});

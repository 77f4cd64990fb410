import { describe, expect, it } from 'vitest';
import { lastDays, summarise, timelineOf, type ViewRow } from './report.server.ts';
import { reportHtml } from './report-html.ts';
import { reportSections } from './report-labels.ts';

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
    const messages = ['2026-03-03', '2026-03-03', '2026-03-04'];
    expect(summarise(rows, messages, ['2026-03-02', '2026-03-03', '2026-03-04'])).toEqual({
      from: '2026-03-02',
      to: '2026-03-04',
      total: 10,
      messages: 3,
      days: [
        { name: '2026-03-02', views: 8, messages: 0 },
        { name: '2026-03-03', views: 0, messages: 2 },
        { name: '2026-03-04', views: 2, messages: 1 },
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
    const { referrers, total } = summarise(rows, [], ['2026-03-02']);
    expect(referrers).toHaveLength(12);
    expect(referrers.at(-1)?.name).toBeNull();
    expect(referrers.reduce((sum, { views }) => sum + views, 0)).toBe(total);
  });
});

const today = Date.UTC(2026, 10, 20, 12);

describe('the timeline', () => {
  it('shows days while they are few, then weeks from Monday', () => {
    const report = (count: number) =>
      summarise([row({ day: '2026-11-18' })], ['2026-11-17'], lastDays(count, today));
    expect(timelineOf(report(35)).unit).toBe('days');
    const weeks = timelineOf(report(36));
    expect(weeks.unit).toBe('weeks');
    expect(weeks.spans.slice(1).every(({ name }) => new Date(name).getUTCDay() === 1)).toBe(true);
    expect(weeks.spans.at(-1)).toEqual({ name: '2026-11-16', views: 1, messages: 1 });
    const last = { label: 'lun. 16/11/2026', views: 1, messages: 1 };
    expect(reportSections(report(36))[0]?.entries.at(-1)).toEqual(last);
  });

  it('folds days without visits and messages', () => {
    const report = summarise([row({ day: '2026-11-14' })], ['2026-11-18'], lastDays(7, today));
    expect(reportSections(report)[0]?.entries).toEqual([
      { label: 'sam. 14/11/2026', views: 1, messages: 0 },
      { label: 'dim. 15/11/2026 au mar. 17/11/2026, sans visite', views: 0, messages: 0 },
      { label: 'mer. 18/11/2026', views: 0, messages: 1 },
      { label: 'jeu. 19/11/2026 au ven. 20/11/2026, sans visite', views: 0, messages: 0 },
    ]);
  });
});

describe('reportHtml', () => {
  it('shows views, messages, and a bar by its share of the largest', () => {
    const rows = [row({ day: '2026-11-18', views: 4 }), row({ day: '2026-11-19', views: 1 })];
    const html = reportHtml(
      summarise(rows, ['2026-11-19'], lastDays(2, today - 86_400_000)),
      'Studio',
      'hier',
    );
    expect(html).toContain('<span class="bar" style="inline-size: 25.0%"></span></th><td>1</td><td>1</td>');
  });

  it('is complete without a single view', () => {
    const html = reportHtml(summarise([], [], lastDays(30, Date.now())), 'Studio <A>', 'aujourd’hui');
    expect(html).toContain('Aucune page vue');
    expect(html).toContain('Studio &lt;A&gt;');
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  });
});

import { describe, expect, it } from 'vitest';
import { lastDays, summarise, type ViewRow } from './report.server.ts';
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
    expect(lastDays(2, Date.UTC(2026, 2, 1, 23))).toEqual(['2026-03-01', '2026-03-02']);
    expect(lastDays(1, Date.UTC(2026, 5, 30, 21, 59))).toEqual(['2026-06-30']);
    expect(lastDays(1, Date.UTC(2026, 5, 30, 22))).toEqual(['2026-07-01']);
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
    const messages = ['2026-03-03', '2026-03-03', '2026-03-04', '2026-03-05'];
    const report = summarise(rows, messages, ['2026-03-02', '2026-03-03', '2026-03-04']);
    expect(report.period).toBe('Du 2 mars 2026 au 4 mars 2026');
    expect(report.figures).toEqual([
      ['pages vues', '10'],
      ['messages reçus', '3'],
      ['par jour en moyenne', '3'],
      ['le jour le plus fort, 2 mars 2026', '8'],
    ]);
    expect(report.sections.map(({ entries }) => entries)).toEqual([
      [
        { label: 'lun. 02/03/2026', views: 8, messages: 0 },
        { label: 'mar. 03/03/2026', views: 0, messages: 2 },
        { label: 'mer. 04/03/2026', views: 2, messages: 1 },
      ],
      [
        { label: '/', views: 5 },
        { label: '/about', views: 5 },
      ],
      [
        { label: '(accès direct)', views: 5 },
        { label: 'a.fr', views: 5 },
      ],
      [
        { label: 'ordinateur', views: 8 },
        { label: 'téléphone', views: 2 },
      ],
    ]);
  });

  it('ends a long list in one entry for the rest, and loses no view', () => {
    const rows = Array.from({ length: 30 }, (_, index) =>
      row({ referrer: `s${index}.fr`, views: index + 1 }),
    );
    const [, , referrers] = summarise(rows, [], ['2026-03-02']).sections;
    expect(referrers?.entries).toHaveLength(12);
    expect(referrers?.entries.slice(10)).toEqual([
      { label: 's19.fr', views: 20 },
      { label: '(autres)', views: 190 },
    ]);
  });

  it('lists nothing without a visit and a message, and only the days without a visit', () => {
    const listed = (messages: string[]) => summarise([], messages, ['2026-03-02']).sections.length;
    expect([listed([]), listed(['2026-03-02'])]).toEqual([0, 1]);
  });
});

const today = Date.UTC(2026, 10, 20, 12);

describe('the timeline', () => {
  it('shows days while they are few, then weeks from Monday', () => {
    const timeline = (count: number) =>
      summarise([row({ day: '2026-11-18' })], ['2026-11-17'], lastDays(count, today)).sections[0];
    expect(timeline(35)?.title).toBe('Par jour');
    expect(timeline(36)).toMatchObject({
      title: 'Par semaine',
      entries: [
        { label: 'ven. 16/10/2026 au lun. 09/11/2026, sans visite' },
        { label: 'lun. 16/11/2026', views: 1, messages: 1 },
      ],
    });
  });

  it('folds days without visits and messages', () => {
    const report = summarise([row({ day: '2026-11-14' })], ['2026-11-18'], lastDays(7, today));
    expect(report.sections[0]?.entries).toEqual([
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

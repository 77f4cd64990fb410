import { describe, expect, it } from 'vitest';
import type { Database } from '../storage/schema.ts';
import { dayOf, daysOf, daysUntil, periodBefore, startOf, summarise } from './report.server.ts';

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

describe('a period', () => {
  it('has days of Paris, across changes of the clocks', () => {
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
});

describe('summarise', () => {
  it('sums four ways, most viewed first, quiet days included', () => {
    const rows = [
      row({ day: '2026-03-01', views: 2, path: '/contact' }),
      row({ views: 3 }),
      row({ path: '/about', views: 5, referrer: 'a.fr' }),
      row({ day: '2026-03-05', device: 'phone', views: 9 }),
      row({ day: '2026-03-04', device: 'phone', views: 9 }),
    ];
    const messages = messagesOn('2026-03-03', '2026-03-03', '2026-03-04', '2026-03-06');
    const report = summarise(rows, messages, period('2026-03-02', '2026-03-05'));
    expect(report.period).toBe('Du 2 mars 2026 au 5 mars 2026');
    expect(summarise([], [], period('2026-03-01', '2026-03-11')).period).toBe(
      'Du 1er mars 2026 au 11 mars 2026',
    );
    expect(
      report.tables.map(({ title, columns, rows }) => [title, ...[columns, ...rows].map(String)]),
    ).toEqual([
      [
        'En bref',
        ',Cette période,La précédente,Écart',
        'pages vues,26,2,+1\u202f200\u00a0%',
        'messages reçus,3,0,',
        'par jour en moyenne,7,,',
        'le jour le plus fort, 4 mars 2026,9,,',
      ],
      [
        'Par jour',
        'Jour,Pages vues,Messages',
        'lun. 02/03/2026,8,0',
        'mar. 03/03/2026,0,2',
        'mer. 04/03/2026,9,1',
        'jeu. 05/03/2026,9,0',
      ],
      ['Par page', 'Page,Pages vues', '/,21', '/about,5'],
      ['Par provenance', 'Provenance,Pages vues', '(accès direct),21', 'a.fr,5'],
      ['Par appareil', 'Appareil,Pages vues', 'téléphone,18', 'ordinateur,8'],
      ['Messages par sujet', 'Sujet,Messages', 'Autre,3'],
    ]);
  });

  it('compares with the period before, and messages only as far as they are not erased', () => {
    const rows = [row({ views: 9 }), row({ day: '2026-03-01', views: 12 })];
    const messages = messagesOn('2026-03-01', '2026-03-01', '2026-03-02');
    const march = period('2026-03-02');
    const figuresOf = (since: string) =>
      summarise(rows, messages, march, Date.parse(since)).tables[0]?.rows.map((each) => each.join('|'));
    const views = 'pages vues|9|12|-25\u00a0%';
    expect(figuresOf('2026-02-01')).toEqual(expect.arrayContaining([views, 'messages reçus|1|2|-50\u00a0%']));
    expect(figuresOf('2026-03-01')).toEqual(expect.arrayContaining([views, 'messages reçus|1||']));
    const erased = 'messages reçus, effacés au bout de 12 mois|1||';
    expect(figuresOf('2026-03-03')).toEqual(expect.arrayContaining([views, erased]));
  });

  it('ends a long list in one entry for the rest, and loses no view', () => {
    const rows = Array.from({ length: 30 }, (_, n) => row({ referrer: `s${n}.fr`, views: n + 1 }));
    const referrersOf = (count: number) =>
      summarise(rows.slice(0, count), [], period('2026-03-02')).tables[3]?.rows;
    expect(referrersOf(12)?.at(-1)).toEqual(['s0.fr', '1']);
    expect(referrersOf(30)?.slice(10)).toEqual(Object.entries({ 's19.fr': '20', '(autres)': '190' }));
  });

  it('lists nothing without a visit and a message, and only the days without a visit', () => {
    const listed = (messages: string[]) =>
      summarise([], messagesOn(...messages), period('2026-03-02')).tables.length;
    expect([listed([]), listed(['2026-03-02'])]).toEqual([0, 3]);
  });
});

const today = Temporal.PlainDate.from('2026-11-20');

it('a timeline shows days while they are few, then weeks from Monday, and none without a visit and a message', () => {
  const timeline = (count: number) =>
    summarise([row({ day: '2026-11-18' })], messagesOn('2026-11-17'), daysUntil(today, count)).tables[1];
  expect(timeline(35)?.title).toBe('Par jour');
  expect(timeline(36)).toMatchObject({ title: 'Par semaine', rows: [['lun. 16/11/2026', '1', '1']] });
  expect(timeline(36)?.columns).toEqual(['Semaine du', 'Pages vues', 'Messages']);
});

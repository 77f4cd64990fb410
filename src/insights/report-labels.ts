import { insightsWords as words } from '../content/cli-insights.ts';
import { UNKNOWN_PATH } from './page-view.ts';
import { type Report, type Share, type Span, timelineOf } from './report.server.ts';

/** One list of the report with its words, for the terminal and for HTML alike. */
export interface Section {
  title: string;
  /** Title of the first column. */
  column: string;
  entries: { label: string; views: number; messages?: number }[];
}

/** Gives `lun. 02/03/2026` for `2026-03-02`. */
function dayLabel(day: string): string {
  const parts = { weekday: 'short', day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  return Temporal.PlainDate.from(day).toLocaleString('fr-FR', parts);
}

/** Gives `2 mars 2026` for `2026-03-02`. */
export function longDayLabel(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString('fr-FR', { dateStyle: 'long' });
}

const count = new Intl.NumberFormat('fr-FR');

/** Gives the figures of the whole period with their labels, for the terminal and for HTML alike. */
export function reportFigures({
  total,
  messages,
  days,
}: Report): (readonly [label: string, value: string])[] {
  const { figures } = words;
  const best = days.reduce((most, day) => (day.views > most.views ? day : most), { name: '', views: 0 });
  return [
    [figures.total, count.format(total)],
    [figures.messages, count.format(messages)],
    [figures.perDay, count.format(Math.round(total / Math.max(1, days.length)))],
    ...(best.views > 0 ? [[figures.best(longDayLabel(best.name)), count.format(best.views)] as const] : []),
  ];
}

/** Gives the lists of a report: its timeline, pages, referring sites and devices. */
export function reportSections(report: Report): Section[] {
  return [timelineSection(report), ...shareSections(report)];
}

/** Gives the timeline as a section; consecutive days or weeks without a visit or a message become one entry. */
function timelineSection(report: Report): Section {
  const { unit, spans } = timelineOf(report);
  const folded: Span[][] = [];
  for (const span of spans) {
    const last = folded.at(-1);
    if (last?.[0] && isQuiet(span) && isQuiet(last[0])) last.push(span);
    else folded.push([span]);
  }
  const entries = folded.map((group) => {
    const labels = group.map(({ name }) => dayLabel(name));
    const [first = '', last = first] = [labels[0], labels.at(-1)];
    const { views = 0, messages = 0 } = group[0] ?? {};
    return { label: group.length > 1 ? words.quiet(first, last) : first, views, messages };
  });
  return { title: words.sections[unit], column: words.columns[unit], entries };
}

function isQuiet({ views, messages }: Span): boolean {
  return views === 0 && messages === 0;
}

function shareSections({ paths, referrers, devices }: Report): Section[] {
  const deviceNames: Readonly<Record<string, string>> = words.devices;
  return [
    section('paths', paths, (path) => (path === UNKNOWN_PATH ? words.unknownPath : path)),
    section('referrers', referrers, (host) => host || words.direct),
    section('devices', devices, (device) => deviceNames[device] ?? device),
  ];
}

function section(
  name: 'paths' | 'referrers' | 'devices',
  shares: readonly Share[],
  labelOf: (name: string) => string,
): Section {
  const entries = shares.map((share) => ({
    label: share.name === null ? words.others : labelOf(share.name),
    views: share.views,
  }));
  return { title: words.sections[name], column: words.columns[name], entries };
}

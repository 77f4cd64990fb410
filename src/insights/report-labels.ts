import { insightsWords as words } from '../content/cli-insights.ts';
import { UNKNOWN_PATH } from './page-view.ts';
import type { Report, Share, Timeline } from './report.ts';

/** One list of the report with its words, for the terminal and for HTML alike. */
export interface Section {
  title: string;
  /** Title of the first column. */
  column: string;
  entries: { label: string; views: number }[];
}

const shortDay = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'UTC',
  weekday: 'short',
  day: '2-digit',
  month: '2-digit',
});
const longDay = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', dateStyle: 'long' });

/** `lun. 02/03` for `2026-03-02`. */
export function dayLabel(day: string): string {
  return shortDay.format(new Date(`${day}T12:00:00Z`));
}

/** `2 mars 2026` for `2026-03-02`. */
export function longDayLabel(day: string): string {
  return longDay.format(new Date(`${day}T12:00:00Z`));
}

/** The timeline as a section. */
export function timelineSection({ unit, bars }: Timeline): Section {
  return {
    title: words.sections[unit],
    column: words.columns[unit],
    entries: bars.map(({ name, views }) => ({ label: dayLabel(name), views })),
  };
}

/** Pages, referring sites and devices. */
export function shareSections({ paths, referrers, devices }: Report): Section[] {
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

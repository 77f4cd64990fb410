import { DAY_MS } from '../config/clock.ts';

const TIME_ZONE = 'Europe/Paris';

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** What clocks in Paris show at this instant, as if it were UTC, in milliseconds; milliseconds are kept. */
function wallTime(instant: number): number {
  const shown = Object.fromEntries(
    parts.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((instant % 1000) + 1000) % 1000);
}

/** The instant when clocks in Paris show this; the later one where an hour occurs twice or not at all. */
function instantOf(wall: number): number {
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((around) => wallTime(around) - around);
  const shown = offsets.filter((offset) => wallTime(wall - offset) === wall);
  return wall - Math.min(...(shown.length > 0 ? shown : offsets));
}

function lastDay(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

/**
 * The latest instant since which so many calendar months have passed, in Paris. A day that the month lacks counts as
 * its last: 12 months after 29 February is 28 February. Around such days a row may go up to a day early, never late.
 * @param now milliseconds since 1970
 */
export function monthsBefore(now: number, months: number): number {
  const wall = new Date(wallTime(now));
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
  const last = lastDay(year, month - months);
  // The whole of a shorter month is that old.
  if (day > last) return instantOf(Date.UTC(year, month - months, last + 1)) - 1;
  const target = Date.UTC(year, month - months, day === lastDay(year, month) ? last : day);
  return instantOf(target + (wall.getTime() - Date.UTC(year, month, day)));
}

import { answerDays } from '../site.ts';

/** Public holidays of France (Code du travail, article L. 3133-1): fixed `MM-DD`, moving days after Easter Sunday. */
const FIXED_HOLIDAYS = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'];
const MOVING_HOLIDAYS = { easterMonday: 1, ascension: 39, whitMonday: 50 };

const WEEKDAYS = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'];
const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Names the working day in Paris by which the studio answers, such as `lundi 30 novembre`.
 * @param instant milliseconds since 1970
 * @param days working days to the answer
 */
export function answerDay(instant: number, days = answerDays): string {
  let day = dayInParis(instant);
  for (let left = days; left > 0; ) {
    day += DAY_MS;
    if (isWorkingDay(new Date(day))) left -= 1;
  }
  const date = new Date(day);
  const number = date.getUTCDate();
  const weekday = WEEKDAYS[date.getUTCDay()];
  return `${weekday} ${number === 1 ? '1er' : number}\u00a0${MONTHS[date.getUTCMonth()]}`;
}

/**
 * Gives midnight UTC of the day in Paris. Summer time lasts from 1:00 UTC on the last Sunday of March to that of October
 * (directive 2000/84/CE). `Intl` is not used, because some browsers refuse the time zone or write other languages.
 */
function dayInParis(instant: number): number {
  const year = new Date(instant).getUTCFullYear();
  const isSummer = instant >= lastSunday(year, 2) && instant < lastSunday(year, 9);
  return Math.floor((instant + (isSummer ? 2 : 1) * HOUR_MS) / DAY_MS) * DAY_MS;
}

/** Gives 1:00 UTC on the last Sunday of a month of 31 days; `month` counts from 0. */
function lastSunday(year: number, month: number): number {
  const last = Date.UTC(year, month, 31, 1);
  return last - new Date(last).getUTCDay() * DAY_MS;
}

/** Tells whether somebody works on this day. @param day midnight UTC of a calendar day */
function isWorkingDay(day: Date): boolean {
  const afterEaster = (day.getTime() - easterSunday(day.getUTCFullYear())) / DAY_MS;
  const isHoliday =
    FIXED_HOLIDAYS.includes(day.toISOString().slice(5, 10)) ||
    Object.values(MOVING_HOLIDAYS).includes(afterEaster);
  return !isHoliday && day.getUTCDay() % 6 !== 0;
}

/** Computes Easter Sunday, the first Sunday after the first full moon of spring, by the Gregorian tables for 1900 to 2199. */
function easterSunday(year: number): number {
  const golden = year % 19;
  const epact = (19 * golden + 24) % 30;
  const isEarlier = epact === 29 || (epact === 28 && golden > 10);
  const fullMoon = Date.UTC(year, 2, 21 + epact - (isEarlier ? 1 : 0));
  return fullMoon + (7 - new Date(fullMoon).getUTCDay()) * DAY_MS;
}

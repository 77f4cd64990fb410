import { answerDays } from '../content/home.ts';

/** Public holidays of France (Code du travail, article L. 3133-1): `MM-DD`, and days after Easter Sunday. */
const FIXED_HOLIDAYS = ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'];
const MOVING_HOLIDAYS = { easterMonday: 1, ascension: 39, whitMonday: 50 };

const DAY_MS = 86_400_000;

/**
 * Names the working day in Paris, `lundi 30 novembre`, by which the studio answers.
 * @param instant milliseconds since 1970
 * @param days working days to the answer
 */
export function answerDay(instant: number, days = answerDays): string {
  // Made here: they take 40 ms of a start, 200 on a phone.
  const parisDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' });
  const inWords = new Intl.DateTimeFormat('fr-FR', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  let day = Date.parse(parisDay.format(instant));
  for (let left = days; left > 0; ) {
    day += DAY_MS;
    if (isWorkingDay(new Date(day))) left -= 1;
  }
  return inWords
    .format(day)
    .replace(' 1 ', ' 1er ')
    .replace(/ (?=\S+$)/, '\u00a0');
}

/** @param day midnight UTC of a calendar day */
function isWorkingDay(day: Date): boolean {
  const afterEaster = (day.getTime() - easterSunday(day.getUTCFullYear())) / DAY_MS;
  const isHoliday =
    FIXED_HOLIDAYS.includes(day.toISOString().slice(5, 10)) ||
    Object.values(MOVING_HOLIDAYS).includes(afterEaster);
  return !isHoliday && day.getUTCDay() % 6 !== 0;
}

/** Computes the Sunday after the first full moon of spring by the tables of the Gregorian calendar, 1900 to 2199. */
function easterSunday(year: number): number {
  const golden = year % 19;
  const epact = (19 * golden + 24) % 30;
  const isEarlier = epact === 29 || (epact === 28 && golden > 10);
  const fullMoon = Date.UTC(year, 2, 21 + epact - (isEarlier ? 1 : 0));
  return fullMoon + (7 - new Date(fullMoon).getUTCDay()) * DAY_MS;
}

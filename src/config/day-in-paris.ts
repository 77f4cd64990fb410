// Canada writes the year first.
const parisDay = new Intl.DateTimeFormat('fr-CA', {
  timeZone: 'Europe/Paris',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * Gives the day in Paris as `YYYY-MM-DD`.
 * @param instant milliseconds since 1970
 */
export function dayInParis(instant: number): string {
  return parisDay.format(instant);
}

/**
 * Gives the day in Paris as `YYYY-MM-DD`.
 * @param instant milliseconds since 1970
 */
export function dayInParis(instant: number): string {
  const here = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO('Europe/Paris');
  return here.toPlainDate().toString();
}

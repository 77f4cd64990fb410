/** Not the narrow one: a browser's search would not find it by a typed blank. */
const NO_BREAK_SPACE = '\u00a0';

/** Writes an amount in whole euros as French does: `1 800 €`. */
export function formatEuros(amount: number): string {
  return `${formatAmount(amount)}${NO_BREAK_SPACE}€`;
}

/** Writes from one amount to another, `350 à 500 €`; one amount where both are the same. */
export function formatRange(min: number, max: number): string {
  return min === max ? formatEuros(min) : `${formatAmount(min)} à ${formatEuros(max)}`;
}

/** Writes an amount without the sign: `1 800`. */
export function formatAmount(amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE);
}

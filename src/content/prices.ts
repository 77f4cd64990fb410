const NARROW_NO_BREAK_SPACE = '\u202f';

/** Writes an amount in whole euros as French does: `1 800 €`, with narrow no-break spaces. */
export function formatEuros(amount: number): string {
  return `${formatAmount(amount)}${NARROW_NO_BREAK_SPACE}€`;
}

/** Writes from one amount to another, `350 à 500 €`; one amount where both are the same. */
export function formatRange(min: number, max: number): string {
  return min === max ? formatEuros(min) : `${formatAmount(min)} à ${formatEuros(max)}`;
}

/** Writes an amount without the sign: `1 800`. */
export function formatAmount(amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, NARROW_NO_BREAK_SPACE);
}

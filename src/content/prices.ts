const NARROW_NO_BREAK_SPACE = '\u202f';

/** An amount in whole euros as French writes it: `1 800 €`, with narrow no-break spaces. */
export function formatEuros(amount: number): string {
  const grouped = String(amount).replace(/\B(?=(\d{3})+$)/g, NARROW_NO_BREAK_SPACE);
  return `${grouped}${NARROW_NO_BREAK_SPACE}€`;
}

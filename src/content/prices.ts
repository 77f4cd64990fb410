const NARROW_NO_BREAK_SPACE = '\u202f';

/** An amount in whole euros as French writes it: `1 800 €`, with narrow no-break spaces. */
export function formatEuros(amount: number): string {
  return `${formatAmount(amount)}${NARROW_NO_BREAK_SPACE}€`;
}

/** The same without the sign, for the first of two amounts: `1 800`. */
export function formatAmount(amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, NARROW_NO_BREAK_SPACE);
}

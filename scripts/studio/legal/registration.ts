/** Checks a number by Luhn's algorithm: every second digit from the right counts twice. */
export function hasRightCheckDigit(siren: string): boolean {
  const values = [...siren].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2));
  return values.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}

/** Returns the French VAT number of a SIREN (CGI, annexe III, article 86-1). */
export function vatNumberOf(siren: string): string {
  const digits = siren.replace(/\D/g, '');
  return `FR${`${(12 + 3 * (Number(digits) % 97)) % 97}`.padStart(2, '0')} ${digits}`;
}

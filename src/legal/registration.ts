/** Luhn's algorithm: every second digit from the right counts twice. */
export function hasRightCheckDigit(siren: string): boolean {
  const values = [...siren].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2));
  return values.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}

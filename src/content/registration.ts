/** Luhn's check of a number without separators. */
function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/**
 * The SIREN of a registration: 9 digits, or the first 9 of a SIRET of 14, both checked by Luhn's formula as INSEE assigns them.
 * @returns undefined when the text holds no such number
 */
export function sirenIn(text: string): string | undefined {
  const numbers = text.match(/\d[\d\s\u00a0\u202f.]*\d/g) ?? [];
  const digits = numbers.map((number) => number.replace(/\D/g, ''));
  const found = digits.find(
    (number) => /^(\d{9}|\d{14})$/.test(number) && !/^0+$/.test(number) && luhn(number),
  );
  return found?.slice(0, 9);
}

/**
 * Whether a text names a French VAT number that belongs to this SIREN (its key is `(12 + 3 × SIREN mod 97) mod 97`), or an
 * exemption.
 */
export function isVatMention(text: string, siren: string | undefined): boolean {
  if (/TVA non applicable|exonér/i.test(text)) return true;
  const [, key, number] =
    /FR\s?(\d{2})\s?(\d{9})/.exec(text.replace(/(?<=\d)[\s\u00a0\u202f.](?=\d)/g, '')) ?? [];
  if (key === undefined || number === undefined) return false;
  const right = (12 + 3 * (Number(number) % 97)) % 97;
  return Number(key) === right && (siren === undefined || siren === number);
}

export function isVatExempt(mention: string): boolean {
  return /TVA non applicable|exonér/i.test(mention);
}

/** A company has a capital, a person has none. */
export function isCompany(legalStatus: string): boolean {
  return /\b(EURL|SARL|SASU?|SNC|SCOP|SELARL)\b|société|unipersonnelle/i.test(
    legalStatus.replaceAll('.', ''),
  );
}

/** Whether a legal status that is no company's is one that exists. */
export function isPerson(legalStatus: string): boolean {
  return /individuel|micro|entrepreneur|libéral|\bEIRL\b|association|artiste/i.test(legalStatus);
}

/** Finds the SIREN of a registration: 9 digits, or the first 9 of a SIRET of 14. */
export function sirenIn(text: string): string | undefined {
  const numbers = text.match(/\d[\d\s\u00a0\u202f.]*\d/g) ?? [];
  const digits = numbers.map((number) => number.replace(/\D/g, ''));
  return digits.find((number) => /^(\d{9}|\d{14})$/.test(number) && !/^0+$/.test(number))?.slice(0, 9);
}

/** Luhn's algorithm: every second digit from the right counts twice. */
export function hasRightCheckDigit(siren: string): boolean {
  const values = [...siren].reverse().map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2));
  return values.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}

/** Accepts the French VAT number of this SIREN (CGI, annexe III, article 86-1), or an exemption. */
export function isVatMention(text: string, siren: string | undefined): boolean {
  if (isVatExempt(text)) return true;
  const [, key = '', number = ''] =
    /FR([\dA-Z]{2})(\d{9})/.exec(text.replace(/[\s\u00a0\u202f.]/g, '')) ?? [];
  if (number === '' || (siren !== undefined && siren !== number)) return false;
  // Keys with letters follow no published rule.
  return /[A-Z]/.test(key) || key === vatKey(number);
}

export function vatNumberOf(siren: string): string {
  const digits = siren.replace(/\D/g, '');
  return `FR${vatKey(digits)} ${digits}`;
}

function vatKey(siren: string): string {
  return `${(12 + 3 * (Number(siren) % 97)) % 97}`.padStart(2, '0');
}

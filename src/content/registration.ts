/**
 * Finds the SIREN of a registration: 9 digits, or the first 9 of a SIRET of 14.
 * @returns undefined when the text holds no such number
 */
export function sirenIn(text: string): string | undefined {
  const numbers = text.match(/\d[\d\s\u00a0\u202f.]*\d/g) ?? [];
  const digits = numbers.map((number) => number.replace(/\D/g, ''));
  return digits.find((number) => /^(\d{9}|\d{14})$/.test(number))?.slice(0, 9);
}

/** Tells whether a text names the French VAT number of this SIREN, or an exemption. */
export function isVatMention(text: string, siren: string | undefined): boolean {
  if (/TVA non applicable|exonér/i.test(text)) return true;
  const [, number] = /FR\d{2}(\d{9})/.exec(text.replace(/[\s\u00a0\u202f.]/g, '')) ?? [];
  return number !== undefined && (siren === undefined || siren === number);
}

/** Tells whether a legal status is that of a company, which has a capital, and not of a person. */
export function isCompany(legalStatus: string): boolean {
  return /\b(EURL|SARL|SASU?|SNC|SCOP|SELARL)\b|société|unipersonnelle/i.test(
    legalStatus.replaceAll('.', ''),
  );
}

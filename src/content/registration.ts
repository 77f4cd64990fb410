export function isVatExempt(mention: string): boolean {
  return /TVA non applicable|exonér/i.test(mention);
}

/** A company has a capital, a person has none. */
export function isCompany(legalStatus: string): boolean {
  return /\b(EURL|SARL|SASU?|SNC|SCOP|SELARL)\b|société|unipersonnelle/i.test(
    legalStatus.replaceAll('.', ''),
  );
}

/** Tells whether a mention of VAT names an exemption. */
export function isVatExempt(mention: string): boolean {
  return /TVA non applicable|exonér/i.test(mention);
}

/** Tells whether a legal status is that of a company, which has a capital, and not of a person. */
export function isCompany(legalStatus: string): boolean {
  return /\b(EURL|SARL|SASU?|SNC|SCOP|SELARL)\b|société|unipersonnelle/i.test(
    legalStatus.replaceAll('.', ''),
  );
}

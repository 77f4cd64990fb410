/** Matches ten digits of mainland France; overseas departments have their own country codes, and special numbers none. */
const OF_MAINLAND = /^0(?!26[239]|59[046]|639|69[0-7]|97[46])([1-79]\d{8})$/;

/**
 * Writes a phone number in international form (ITU-T E.164), for links and search engines. A number of another kind only loses
 * its spaces and dots.
 */
export function internationalNumber(number: string): string {
  return number
    .replace(/^(\+|00)(.*)\(0\)/, '$1$2')
    .replace(/[^+\d]/g, '')
    .replace(/^00/, '+')
    .replace(OF_MAINLAND, '+33$1');
}

/**
 * A French address as schema.org has it, or the text itself where it is not written `street, 63000 Town`.
 * @param address '' where none is published
 */
export function postalAddress(address: string): object | string {
  const [, streetAddress, postalCode, addressLocality] = /^(.+), (\d{5}) ([^,]+)$/.exec(address) ?? [];
  if (!streetAddress) return address;
  return { '@type': 'PostalAddress', streetAddress, postalCode, addressLocality, addressCountry: 'FR' };
}

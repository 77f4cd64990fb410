/**
 * A UUID version 7 (RFC 9562, section 5.7): the instant first, so that identifiers sort by time.
 * @param now milliseconds since 1970
 * @param random a UUID version 4, for its chance: unlike single bytes, Node keeps a supply of them
 */
export function uuidV7(now: number, random: string): string {
  const instant = now.toString(16).padStart(12, '0');
  return `${instant.slice(0, 8)}-${instant.slice(8)}-7${random.slice(15)}`;
}

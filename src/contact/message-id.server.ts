import { randomUUID } from 'node:crypto';

/**
 * Gives what makes UUIDs version 7 (RFC 9562, section 5.7) of one instant: the instant first, so that they sort by time, and rows
 * that are stored together are written to the same few pages.
 * @param now milliseconds since 1970
 * @returns takes a UUID version 4, for its chance: unlike single bytes, Node keeps a supply of them
 */
export function uuidV7At(now: number): (random?: string) => string {
  const instant = now.toString(16).padStart(12, '0');
  const beginning = `${instant.slice(0, 8)}-${instant.slice(8)}-7`;
  return (random = randomUUID()) => beginning + random.slice(15);
}

import { randomUUID } from 'node:crypto';

/**
 * Makes a UUID version 7 (RFC 9562, 5.7): its instant comes first, so that identifiers sort by time.
 * @param now milliseconds since 1970
 */
export function uuidV7(now: number): string {
  const instant = now.toString(16).padStart(12, '0');
  return `${instant.slice(0, 8)}-${instant.slice(8)}-7${randomUUID().slice(15)}`;
}

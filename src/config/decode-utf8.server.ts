import { isUtf8 } from 'node:buffer';

/**
 * Decodes a file or a request as UTF-8, without its byte order mark; undefined for another encoding. Zero bytes count as another,
 * because UTF-16 without a mark can be valid UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) && !bytes.includes(0) ? new TextDecoder().decode(bytes) : undefined;
}

import { isUtf8 } from 'node:buffer';

/**
 * Reads the text of a file in UTF-8, without the mark that Windows editors begin with; undefined where it is in another encoding.
 * UTF-16 without a mark can be UTF-8 too, but for its zeros.
 */
export function textOfFile(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) && !bytes.includes(0) ? new TextDecoder().decode(bytes) : undefined;
}

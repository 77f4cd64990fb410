import { expect, it } from 'vitest';
import { uuidV7 } from './message-id.server.ts';

it('puts the instant first, then version, variant and chance', () => {
  const ones = (bytes: Uint8Array) => void bytes.fill(0xff);
  const zeros = (bytes: Uint8Array) => void bytes.fill(0);
  // The example of RFC 9562, appendix A.6: 2022-02-22T19:22:22Z.
  expect(uuidV7(0x017f22e279b0, zeros)).toBe('017f22e2-79b0-7000-8000-000000000000');
  expect(uuidV7(0x017f22e279b0, ones)).toBe('017f22e2-79b0-7fff-bfff-ffffffffffff');
});

import { expect, it } from 'vitest';
import { uuidV7At } from './message-id.server.ts';

it('puts the instant first, then version, variant and chance', () => {
  // The example of RFC 9562, appendix A.6: 2022-02-22T19:22:22Z, here with the chance of another identifier.
  const random = 'ffffffff-ffff-4cc3-98c4-dc0c0c07398f';
  expect(uuidV7At(0x017f22e279b0)(random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  expect(uuidV7At(0)(random)).toBe('00000000-0000-7cc3-98c4-dc0c0c07398f');
});

it('is another one each time', () => {
  const newId = uuidV7At(1);
  const ids = Array.from({ length: 1000 }, () => newId());
  expect(new Set(ids).size).toBe(1000);
});

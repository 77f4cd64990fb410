import { expect, it } from 'vitest';
import { uuidV7 } from './message-id.server.ts';

it('puts the instant first, then version and variant, and is another one each time', () => {
  // The instant of RFC 9562, appendix A.6.
  const ids = Array.from({ length: 1000 }, () => uuidV7(0x017f22e279b0));
  for (const id of ids) expect(id).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(1000);
});

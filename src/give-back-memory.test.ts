import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { giveBackMemory } from './give-back-memory.server.ts';

it('leaves what is kept of compiled code usable', () => {
  const source = '(() => 1)()';
  const cachedData = new Script(source).createCachedData();
  giveBackMemory();
  expect(new Script(source, { cachedData }).cachedDataRejected).toBe(false);
});

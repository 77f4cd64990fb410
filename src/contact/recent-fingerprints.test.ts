import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aMessage, handClock } from '../../tests/support/contact.ts';
import { onSqlite } from '../../tests/support/storage.ts';
import { openStorage } from '../storage/open-storage.server.ts';
import type { Storage } from '../storage/storage.ts';
import { createAcceptance } from './acceptance.server.ts';
import { deleteMessage, deleteMessagesOf } from './messages.server.ts';

onSqlite('recent messages, beside the store', (engine) => {
  const clock = handClock();
  const acceptanceOf = (storage: Storage) => createAcceptance({ storage, clock, wake() {} });
  let opened: Storage[];
  let accept: ReturnType<typeof createAcceptance>['accept'];

  beforeEach(async () => {
    await engine.clear();
    opened = [];
    accept = acceptanceOf(engine.storage).accept;
  });

  afterEach(async () => {
    for (const storage of opened) await storage.close();
  });

  /** As another process opens it: with connections of its own. */
  async function another(): Promise<Storage> {
    const storage = await openStorage(engine.location);
    opened.push(storage);
    return storage;
  }

  const remembered = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from recent`.execute(
      engine.storage.db,
    );
    return rows[0]?.count;
  };

  it('no message writes its fingerprint into an index of the store', async () => {
    const { rows } = await sql<{ sql: string }>`
      select sql from sqlite_master where type = 'index' and sql like '%fingerprint%'`.execute(
      engine.storage.db,
    );
    expect(rows).toEqual([]);
  });

  it('a message stored before the process started is recognised', async () => {
    await accept(aMessage());
    const restarted = acceptanceOf(await another());
    expect((await restarted.accept(aMessage())).id).toBeUndefined();
    expect((await restarted.accept(aMessage({ message: 'Un autre message' }))).id).toBeDefined();
  });

  it('a message that another process stored meanwhile is recognised, by each of two', async () => {
    const other = acceptanceOf(await another());
    for (let turn = 0; turn < 3; turn += 1) {
      const [mine, theirs] = [
        aMessage({ message: `À moi, ${turn}` }),
        aMessage({ message: `À lui, ${turn}` }),
      ];
      expect((await accept(mine)).id).toBeDefined();
      expect((await other.accept(theirs)).id).toBeDefined();
      expect((await other.accept(mine)).id).toBeUndefined();
      expect((await accept(theirs)).id).toBeUndefined();
    }
  });

  it('an erased message may be sent again, whoever erased it', async () => {
    const elsewhere = await another();
    const erasers = [
      (id: string) => deleteMessage(engine.storage, id),
      (id: string) => deleteMessage(elsewhere, id),
      () => deleteMessagesOf(engine.storage, aMessage().email),
    ];
    for (const erase of erasers) {
      const { id = '' } = await accept(aMessage());
      expect(await erase(id)).toMatchObject({ messages: 1 });
    }
    expect((await accept(aMessage())).id).toBeDefined();
  });

  it('an old message that is erased leaves its younger twin remembered', async () => {
    const { id = '' } = await accept(aMessage());
    clock.advance(11 * 60_000);
    await accept(aMessage());
    await deleteMessage(engine.storage, id);
    expect((await accept(aMessage())).id).toBeUndefined();
  });

  it('a refused message is not remembered, and what another process stored still is', async () => {
    await accept(aMessage({ message: 'Le premier' }));
    const other = acceptanceOf(await another());
    const theirs = aMessage({ message: 'D’un autre processus' });
    await other.accept(theirs);
    const bad = aMessage({ origin: 'elsewhere' as 'api' });
    await expect(accept(bad)).rejects.toThrow('CHECK constraint failed');
    expect((await accept(theirs)).id).toBeUndefined();
    expect((await accept(aMessage())).id).toBeDefined();
  });

  it.each([
    ['another message an hour ahead', 60, 'Un autre message'],
    ['the same message an hour ahead', 60, aMessage().message],
    ['the same message an hour behind', -60, aMessage().message],
  ])('the clock was wrong for a while (%s): a repetition is recognised', async (_when, minutes, message) => {
    expect((await accept(aMessage())).id).toBeDefined();
    clock.advance(minutes * 60_000);
    expect((await accept(aMessage({ message }))).id).toBeDefined();
    clock.advance((1 - minutes) * 60_000);
    expect((await accept(aMessage())).id).toBeUndefined();
  });

  it('what counts no more is forgotten with the first message after ten minutes, and what still counts is not', async () => {
    const many = Array.from({ length: 600 }, (_, index) => aMessage({ message: `Message numéro ${index}` }));
    await Promise.all(many.map((message) => accept(message)));
    clock.advance(5 * 60_000);
    await accept(aMessage({ message: 'Plus tard' }));
    expect(await remembered()).toBe(601);
    clock.advance(5 * 60_000 + 1);
    await accept(aMessage({ message: 'Encore plus tard' }));
    expect(await remembered()).toBe(2);
    expect((await accept(aMessage({ message: 'Plus tard' }))).id).toBeUndefined();
  });
});

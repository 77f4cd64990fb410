import { beforeEach, expect, it } from 'vitest';
import { aMessage, handClock, storeMessages } from '../../tests/support/contact.ts';
import { aMessageRow } from '../../tests/support/message-row.ts';
import { forEachEngine } from '../../tests/support/storage.ts';
import {
  countMessages,
  eraseMessages,
  findMessages,
  iterateMessages,
  listMessages,
} from './messages.server.ts';

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

forEachEngine('messages', (engine) => {
  const clock = handClock();
  let ids: string[];

  beforeEach(async () => {
    await engine.clear();
    // Two messages share each instant, because equal instants are ordered by identifier.
    const groups = [0, 1, 2].map((second) => {
      const ofTwo = { a: 'Anne@Example.org', b: 'bob@example.org' };
      const suspectReasons = second === 0 ? ['markup' as const] : [];
      const messages = Object.entries(ofTwo).map(([letter, email]) => {
        const message = `L’été n${second} ${letter} à Évian, au cœur de Łódź, Curriculum vitæ, Großer Sørland, Đurić`;
        return aMessage({ message, email, suspectReasons });
      });
      return storeMessages(engine.storage, messages, clock.now() + second * 1000);
    });
    ids = (await Promise.all(groups)).flat().flatMap(({ id }) => id ?? []);
  });

  it('are read newest first, page after page, each once', async () => {
    // These messages fill more than one page, and a page ends between two messages of one instant.
    const received_at = clock.now() + 3000;
    const many = Array.from({ length: 395 }, (_, index) =>
      aMessageRow({ id: `m${1000 + index}`, received_at }),
    );
    await engine.storage.db.insertInto('message').values(many).execute();
    const backwards = (group: string[]) => group.toSorted().reverse();
    const groups = [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4), many.map(({ id }) => id)];
    const expected = groups.toReversed().flatMap(backwards);
    const iterated = await all(iterateMessages(engine.storage.db));
    expect(iterated.map(({ id }) => id)).toEqual(expected);
    const listed = await listMessages(engine.storage.db, { limit: 2 });
    expect(listed.map(({ id }) => id)).toEqual(expected.slice(0, 2));
  });

  it('are filtered by suspicion and address in any letter case', async () => {
    const { db } = engine.storage;
    const sizes = async (filter: Parameters<typeof iterateMessages>[1]) =>
      (await all(iterateMessages(db, filter))).length;
    expect(await sizes({ suspect: true })).toBe(2);
    expect(await sizes({ suspect: false })).toBe(4);
    expect(await sizes({ email: 'ANNE@example.ORG' })).toBe(3);
    expect(await countMessages(db)).toBe(6);
    expect(await countMessages(db, { suspect: true })).toBe(2);
  });

  it('are found by words, whatever letter case, accents and ligatures', async () => {
    const { db } = engine.storage;
    expect(await listMessages(db, { text: 'evian ETE', limit: 10 })).toHaveLength(6);
    expect(await listMessages(db, { text: 'zoé n2', limit: 10 })).toHaveLength(2);
    expect(await listMessages(db, { text: 'été n2 bob@', limit: 10, suspect: false })).toHaveLength(1);
    for (const text of ['coeur lodz vitae grosser sorland duric', 'CŒUR ŁÓDŹ VITÆ SØRLAND ĐURIĆ'])
      expect(await listMessages(db, { text, limit: 10 })).toHaveLength(6);
    expect(await listMessages(db, { text: 'Évian', limit: 2 })).toHaveLength(2);
    expect(await listMessages(db, { text: '100 %', limit: 2 })).toHaveLength(0);
  });

  it('are found by the beginning of an identifier', async () => {
    const { db } = engine.storage;
    const id = ids[0] ?? '';
    const found = async (text: string) => (await findMessages(db, text)).map((message) => message.id);
    expect(await found(id.toUpperCase())).toEqual([id]);
    expect(await found(id.slice(0, 30))).toEqual([id]);
    expect(await found(id.slice(0, 4))).toEqual([...ids].sort());
    for (const unknown of ['ffff', '%', '', "'", '-', '0123-4', `${id}0`])
      expect(await found(unknown)).toEqual([]);
  });

  it('are deleted with their mail', async () => {
    const { storage } = engine;
    const setMail = (id = '', changes: object) =>
      storage.db.updateTable('outbox').set(changes).where('message_id', '=', id).execute();
    await setMail(ids[1], { state: 'sent' });
    await setMail(ids[0], { lease_owner: 'a process', lease_until: 1 });
    // PostgreSQL overwrites its traces later, so some are left.
    const traces = { left: storage.engine === 'postgres', failure: undefined };
    const one = { messages: 1, mails: { notSent: 1, sending: 1 }, traces };
    expect(await eraseMessages(storage, { id: ids[0] ?? '' })).toEqual(one);
    const none = { messages: 0, mails: { notSent: 0, sending: 0 }, traces };
    expect(await eraseMessages(storage, { id: ids[0] ?? '' })).toEqual(none);
    const three = { messages: 3, mails: { notSent: 2, sending: 0 }, traces };
    expect(await eraseMessages(storage, { email: 'BOB@EXAMPLE.ORG' })).toEqual(three);
    const mails = await storage.db.selectFrom('outbox').select('message_id').execute();
    expect(mails.map(({ message_id }) => message_id).sort()).toEqual([ids[2], ids[4]].sort());
  });
});

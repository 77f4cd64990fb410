import { beforeEach, expect, it, vi } from 'vitest';
import { forEachEngine } from '../../tests/support/storage.ts';
import type { Storage } from './storage.ts';
import { lastRun, noteErased, noteRun, removeTraces } from './task-runs.server.ts';

forEachEngine('the traces of what was erased', (engine) => {
  beforeEach(() => engine.clear());

  const erase = () => engine.storage.db.transaction().execute(noteErased);

  function storeWhere(steps: Partial<Pick<Storage, 'scrub' | 'cutLog'>>) {
    const { scrub, cutLog } = { ...engine.storage, ...steps };
    return { ...engine.storage, scrub: vi.fn(scrub), cutLog: vi.fn(cutLog) };
  }

  it('are removed once, and nothing is rewritten when nothing was erased', async () => {
    const store = storeWhere({});
    expect(await removeTraces(store)).toEqual({ left: false });
    expect(store.scrub).not.toHaveBeenCalled();
    await erase();
    for (let call = 0; call < 2; call += 1) expect(await removeTraces(store)).toEqual({ left: false });
    expect(store.scrub).toHaveBeenCalledTimes(1);
  });

  it.each(['scrub', 'cutLog'])('of what is erased during %s wait for the next call', async (step) => {
    await erase();
    await removeTraces(storeWhere({ [step]: () => erase().then(() => true) }));
    const next = storeWhere({});
    expect(await removeTraces(next)).toEqual({ left: false });
    expect(next.scrub).toHaveBeenCalledTimes(1);
  });

  it('go without the note of another task, whatever an earlier version wrote', async () => {
    for (const name of ['scrub', 'retention']) await noteRun(engine.storage.db, name, { outcome: '' });
    await removeTraces(engine.storage);
    expect(await lastRun(engine.storage.db, 'scrub')).toBeUndefined();
    expect(await lastRun(engine.storage.db, 'retention')).toBeDefined();
  });

  it('are cut from the log by the next call if somebody still reads them', async () => {
    await erase();
    expect(await removeTraces(storeWhere({ cutLog: async () => false }))).toEqual({ left: true });
    const next = storeWhere({});
    expect(await removeTraces(next)).toEqual({ left: false });
    expect(next.scrub).not.toHaveBeenCalled();
    expect(next.cutLog).toHaveBeenCalledTimes(1);
  });
});

import { mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { leaveOut } from './leave-out.server.ts';

it('writes no journal of what it deletes (DATA-1)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-leave-out-'));
  const copy = join(folder, 'copy.db');
  const db = new DatabaseSync(copy);
  db.exec('create table message (received_at integer); insert into message values (1), (2), (3)');
  db.close();
  // What happens in the folder is noted by the system, and read here once the work is done.
  const touched = new Set<string | null>();
  const watcher = watch(folder, (_event, name) => touched.add(name));
  try {
    expect(leaveOut(copy, [{ table: 'message', column: 'received_at', bound: 2 }])).toEqual({ message: 2 });
    writeFileSync(join(folder, 'done'), '');
    await expect.poll(() => [...touched]).toContain('done');
    expect([...touched].sort()).toEqual(['copy.db', 'done']);
  } finally {
    watcher.close();
    rmSync(folder, { recursive: true });
  }
});

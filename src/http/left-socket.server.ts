import { once } from 'node:events';
import { lstat, rm } from 'node:fs/promises';
import { connect } from 'node:net';

/** Removes the socket of a process that was killed: the file stays, and nobody answers. Anything else at this path stays. */
export async function removeLeftSocket(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isSocket()) return;
  const probe = connect(path);
  const code = await once(probe, 'connect').then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  );
  probe.destroy();
  if (code === 'ECONNREFUSED') await rm(path);
}

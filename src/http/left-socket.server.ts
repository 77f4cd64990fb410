import { once } from 'node:events';
import { lstat, rm } from 'node:fs/promises';
import { connect } from 'node:net';

/** Removes the socket file of a killed process, which stays although nobody answers there. Keeps anything else at this path. */
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

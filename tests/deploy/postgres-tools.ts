import pg from 'pg';
import { readGuide } from './guide.ts';

/** The command of the guide as systemd hands it to the shell, with its copies in a folder of the test. */
export function nightlyCommand(copies: string): string {
  const unit = readGuide('scale-out.md').find(({ language }) => language === 'ini')?.text ?? '';
  const [, command = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit) ?? [];
  return command
    .replaceAll('%%', '%')
    .replaceAll('$$', () => '$')
    .replaceAll('/var/backups/vitrine', copies)
    .replace('node_modules/node/bin/node', 'node');
}

/** What makes the account of the nightly copy, with accounts of the test: they are known to the whole server. */
export const accountOfTheGuide = (account: string) =>
  (readGuide('scale-out.md').find(({ language }) => language === 'sql')?.text ?? '').replaceAll(
    'vitrine_copy',
    account,
  );

/** A client of this base, with a session. */
export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

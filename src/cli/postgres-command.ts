import { shellQuote } from './shell-quote.ts';

/** The exact command of a PostgreSQL tool for this database, its password left out: the tool asks for it. */
export function postgresCommand(tool: 'pg_dump' | 'pg_restore', databaseUrl: string, file: string): string {
  const url = new URL(databaseUrl);
  url.password = '';
  return commands[tool](shellQuote(url.href), file);
}

const commands = {
  pg_dump: dumpCommand,
  pg_restore: (url: string, file: string) =>
    `pg_restore --clean --if-exists --no-owner --single-transaction --dbname=${url} ${shellQuote(file)}`,
} as const;

/** The file gets its name only when it is whole and was read to its end: pg_dump empties its file before it connects. */
function dumpCommand(url: string, file: string): string {
  const partial = shellQuote(`${file}.partial`);
  return [
    `pg_dump --format=custom --no-owner --exclude-table-data=rate_limit --file=${partial} --dbname=${url}`,
    `pg_restore --file=/dev/null ${partial}`,
    `mv ${partial} ${shellQuote(file)} || { rm -f ${partial}; false; }`,
  ].join(' && ');
}

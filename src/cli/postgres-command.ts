import { shellQuote } from './shell-quote.ts';

/** What follows the program's name, for each of PostgreSQL's own tools. */
const options = {
  pg_dump: (url: string, file: string) => `--format=custom --no-owner --file=${file} --dbname=${url}`,
  pg_restore: (url: string, file: string) =>
    `--clean --if-exists --no-owner --single-transaction --dbname=${url} ${file}`,
} as const;

/** The exact command line of a PostgreSQL tool for this database, its password left out: the tool asks for it. */
export function postgresCommand(tool: keyof typeof options, databaseUrl: string, file: string): string {
  const url = new URL(databaseUrl);
  url.password = '';
  return `${tool} ${options[tool](shellQuote(url.href), shellQuote(file))}`;
}

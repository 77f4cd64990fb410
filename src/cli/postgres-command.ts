import { allTables } from '../storage/tables.ts';
import { shellQuote } from './shell-quote.ts';

/** The exact command with a PostgreSQL tool for this database, its password left out: the tool asks for it. */
export function postgresCommand(tool: 'pg_dump' | 'pg_restore', databaseUrl: string, file: string): string {
  const url = new URL(databaseUrl);
  url.password = '';
  // As texts: written anew, a space would become a plus, which these tools do not read.
  url.search = url.search.slice(1).split('&').flatMap(forLibpq).join('&');
  return commands[tool](shellQuote(url.href), file);
}

/** A parameter of the address as PostgreSQL's own tools read it: some are the driver's alone. */
function forLibpq(parameter: string): string[] {
  if (/^(uselibpqcompat|password)=/.test(parameter)) return [];
  return [parameter === 'sslmode=no-verify' ? 'sslmode=require' : parameter];
}

const commands = { pg_dump: dumpCommand, pg_restore: restoreCommand } as const;

/**
 * The site's tables by name: a copy of the whole base would make its other schemas again when it comes back, and fail there.
 * All of them (`--strict-names`): a schema that is not looked into, or another application's table, would pass for the store.
 * The file gets its name only when it is whole and was read to its end: pg_dump empties its file before it connects.
 */
function dumpCommand(url: string, file: string): string {
  const partial = shellQuote(`${file}.partial`);
  const tables = allTables.map((table) => `--table=${table}`).join(' ');
  const steps = [
    `pg_dump --format=custom --no-owner --strict-names ${tables} --exclude-table-data=rate_limit --file=${partial} --dbname=${url}`,
    `pg_restore --file=/dev/null ${partial}`,
    `mv ${partial} ${shellQuote(file)} || { rm -f ${partial}; false; }`,
  ];
  return `(umask 077; ${steps.join(' && ')})`;
}

/**
 * The site's tables by name, where this account's migrations are, as `migrate` finds them: whatever else stands there was not
 * put there by the site. Without cascade: nothing is done where a view or a table of somebody else relies on them.
 */
const dropTables = `do $do$ declare place regnamespace; begin
  for place in select relnamespace from pg_class
    where oid = to_regclass($$kysely_migration$$) and pg_has_role(relowner, $$usage$$)
  loop execute format($$drop table if exists ${allTables.map((table) => `%1$s.${table}`).join(', ')}$$, place);
  end loop; end $do$`.replaceAll(/\s+/g, ' ');

/**
 * Into an emptied base: `pg_restore --clean` would leave the tables of later migrations, which could then not be made again.
 * One transaction, of a file that is whole: through a pipe, psql would commit what it got from a pg_restore that was killed.
 */
function restoreCommand(url: string, file: string): string {
  return [
    `(umask 077; f=${shellQuote(`${file}.sql`)}; trap 'rm -f "$f"' EXIT INT`,
    `pg_restore --no-owner --no-comments --file="$f" ${shellQuote(file)} && ` +
      'psql --no-psqlrc --quiet --output=/dev/null --single-transaction --set=ON_ERROR_STOP=1 ' +
      `--command=${shellQuote(dropTables)} --file="$f" --dbname=${url})`,
  ].join('; ');
}

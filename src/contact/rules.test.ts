import { expect, test } from 'vitest';
import { expectApproved } from '../../tests/support/approved.ts';
import type { ContactField } from '../words/form-fields.ts';
import { checkContact } from './rules.ts';

const good = {
  fullname: 'Zoé Martin',
  email: 'zoe.martin@exemple.fr',
  subject: 'Projet web à discuter',
  phone: '+33 6 12 34 56 78',
  message: 'Bonjour, parlons de mon projet.',
};

const check = (changes: Partial<Record<ContactField, unknown>>) => checkContact({ ...good, ...changes });

test('nothing given: one error per required field, in the order of the form', () => {
  const required = ['subject', 'email', 'fullname', 'message'];
  const errors = required.map((field) => ({ field, code: `${field}-required` }));
  expect(checkContact({})).toMatchObject({ errors });
});

test('FORM-14: each field takes or refuses a text as approved', async () => {
  await expectApproved('rules.approved.txt', (given) => {
    const [, field = '', text = ''] = /^(\w+) (.*)$/s.exec(given) ?? [];
    const result = check({ [field]: text });
    if (result.ok) return result.values[field as ContactField];
    return `✗ ${result.errors.map((error) => error.code)}`;
  });
});

test('what is no text counts as none', () => {
  const errors = [{ field: 'fullname', code: 'fullname-required' }];
  for (const fullname of [null, 42, ['Zoé']]) expect(check({ fullname })).toMatchObject({ errors });
  expect(check({ phone: undefined })).toMatchObject({ ok: true, values: { phone: '' } });
});

/** Unreadable text: the sign that a decoder writes for wrong bytes, and halves of a surrogate pair. */
const unreadable = ['\ufffd', '\ud83d', '\ude00', '\ud83d\u200b\ude00'];

test.each(unreadable)('FORM-8: %j is refused in every field', (sign) => {
  const fields = Object.entries(good).map(([name, text]) => [name, `${text}${sign}`]);
  const codes = [
    ...['subject-required', 'email-required', 'fullname-unreadable', 'phone-invalid'],
    'message-unreadable',
  ];
  const errors = codes.map((code) => ({ code }));
  expect(checkContact(Object.fromEntries(fields))).toMatchObject({ errors });
});

test.each([
  'a'.repeat(254),
  'a.'.repeat(127),
  `${'a.'.repeat(31)}!`.repeat(4),
  `a@${'b.'.repeat(126)}-`,
  `a@${'b-'.repeat(126)}`,
])('an address is refused without delay: %#', (email) => {
  const began = process.cpuUsage();
  for (let run = 0; run < 100; run += 1) expect(check({ email }).ok).toBe(false);
  const { user } = process.cpuUsage(began);
  expect(user / 1000).toBeLessThan(500);
});

const alone = '\u00ad\u0316\u115f\u180e\u2061\u2063\u2800\u3164\ufe0f\uffa0\u{e0061}';

test.each([...alone])('twelve times %j is no name and no message, but stands beside text', (sign) => {
  const errors = [{ code: 'fullname-required' }, { code: 'message-required' }];
  for (const blank of [sign.repeat(12), `${sign} \u2003\n`.repeat(12)])
    expect(check({ fullname: blank, message: blank })).toMatchObject({ errors });
  const seen = { fullname: `Zoé${sign}Lefèvre`, message: `Bonjour,${sign}parlons.` };
  expect(check(seen).ok).toBe(true);
});

/** Invisible signs: soft hyphen, zero-width blanks, joiners between Latin letters, direction marks, fillers, tag, selector. */
const unseen =
  '\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u202e\u2060\u2064\u2069\u3164\ufe0f\ufeff\uffa0\u{e0061}';

test.each([...unseen])('FORM-14: %j, which nobody sees, is in no stored field', (sign) => {
  const values = Object.entries(good).map(([name, text]) => [
    name,
    sign + text.replace(/(?<=[a-z0-9])(?=[a-z0-9])/g, sign) + sign,
  ]);
  expect(checkContact(Object.fromEntries(values))).toMatchObject({ ok: true, values: good });
});

const hyphens = [...'\u02d7\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d'];
const blanks = [...' \u00a0\u1680\u2000\u2002\u2007\u2009\u202f\u205f\u2800\u3000'];

test.each([
  ...hyphens.map((sign) => [sign, 'hyphen', '-', 'a-b@c-d.fr'] as const),
  ...blanks.map((sign) => [sign, 'blank', ' ', ' a@b.fr '] as const),
])('FORM-14: %j is read as a %s in a field of one line', (sign, _what, plain, email) => {
  const typed = { email, fullname: `Jean${plain}Luc`, phone: `06${plain}12 34 56` };
  const given = Object.entries(typed).map(([name, text]) => [name, text.replaceAll(plain, sign)]);
  expect(check(Object.fromEntries(given)).values).toMatchObject({ ...typed, email: email.trim() });
});

test.each(['🏴', '語'])('FORM-14: nothing is hidden behind %s', (sign) => {
  for (const hidden of ['\u{e0041}', '\u{e0100}', '\u200d']) {
    const { values } = check({ message: `${sign}${hidden.repeat(560)} Bonjour à vous` });
    expect(values.message.length).toBeLessThan(40);
  }
});

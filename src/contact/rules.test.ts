import { expect, test } from 'vitest';
import type { ContactField } from '../words/form-fields.ts';
import { contactSubjects } from '../words/specified.ts';
import { type ContactErrorCode, checkContact } from './rules.ts';

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

/** Every sign that both parts of an address may hold. */
const signs = "Az0_!#$%&'*+/?=^`{|}~-";

/** Makes an address of this length: 64 characters before the @, labels of at most 63 after it. */
const addressOf = (length: number) =>
  `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(length - 196)}.fr`;

const [noSubject, noEmail, noName] = ['subject-required', 'email-required', 'fullname-required'] as const;
const [noPhone, noMessage] = ['phone-invalid', 'message-required'] as const;
const longLabels = `z@${'b'.repeat(63)}.${'c'.repeat(63)}`;

test.each<[ContactField, string, unknown[], ContactErrorCode?]>([
  ['subject', 'of the list, in any encoding', [...contactSubjects, good.subject.normalize('NFD')]],
  ['subject', 'of no list', ['', 'Autre chose', 'projet web à discuter', `${good.subject}\n`], noSubject],

  ['fullname', 'of fewer than two characters', ['', 'Z', ' Z ', 'e\u0301', null, 42], noName],
  ['fullname', 'of two', ['Zo', '李明']],
  ['fullname', 'of 120 UTF-16 units', ['é'.repeat(120), '😀'.repeat(60)]],
  ['fullname', 'of more', ['é'.repeat(121), '😀'.repeat(61)], noName],

  ['email', 'in use', ['zoe.m.martin@exemple.fr', 'ZOE+devis@Sous.Exemple.FR', "o'brien@exemple.ie"]],
  ['email', 'with every sign that it may hold', [`${signs}.${signs}@9-0z9.9-0z9`]],
  ['email', 'with an accent in its domain', ['zoe@société.fr']],
  ['email', 'with an accent elsewhere', ['zoé@société.fr', 'zoe@société', 'zoe@exemple.fr/é'], noEmail],
  ['email', 'with a domain that has no form in ASCII', [`zoe@${'é'.repeat(64)}.fr`], noEmail],
  ['email', 'without one of its parts', ['', 'zoe', 'zoe@', '@exemple.fr', 'zoe@exemple'], noEmail],
  ['email', 'with a bad domain', ['z@exemple.', 'z@-exemple.fr', 'z@exemple..fr', 'z@a@exemple.fr'], noEmail],
  ['email', 'with a bad dot', ['a..b@exemple.fr', '.zoe@exemple.fr', 'zoe.@exemple.fr', '.@x.fr'], noEmail],
  ['email', 'of several people', ['a@b.fr,c@d.fr', '<a@b.fr>, <c@d.fr>', 'a@b.fr <c@d.fr'], noEmail],
  ['email', 'with a blank', ['zoe martin@exemple.fr', 'zoe\u00a0martin@exemple.fr'], noEmail],
  ['email', 'with a line break', ['a@b.fr\n', 'a@b.fr\r\nBcc: x@y.fr', 'a@b.fr\u2028'], noEmail],
  ['email', 'with marks and blanks around', ['\u200bzoe@exemple.fr\ufeff', '\tzoe@exemple.fr\u00a0']],
  ['email', 'with what mail programs decode', ['=?utf-8?Q?a?=@exemple.fr', 'zoe=?@exemple.fr'], noEmail],
  ['email', 'with the same signs the other way', ['zoe?=@exemple.fr']],
  ['email', 'as long as it may be', [addressOf(254), `${'a.'.repeat(31)}bc@exemple.fr`]],
  ['email', 'longer', [addressOf(255), `${'a.'.repeat(32)}b@exemple.fr`], noEmail],
  ['email', 'with labels of one letter or 63', ['z@x.fr', 'z@exemple.x', longLabels]],
  ['email', 'with longer labels', [`z@${'b'.repeat(64)}.fr`, `z@exemple.${'b'.repeat(64)}`], noEmail],

  ['phone', 'that is not given', ['', undefined, null, '   ']],
  ['phone', 'of 7 to 20 figures', ['1234567', '+1234567', '1'.repeat(20), `+${'1'.repeat(20)}`]],
  ['phone', 'of fewer', [' 123456 ', '+123456'], noPhone],
  ['phone', 'of more', ['1'.repeat(21), `+${'1'.repeat(21)}`], noPhone],
  ['phone', 'as people write it', ['06.12-34 (56) 78', '06\u00a012\u202f34 56 78']],
  ['phone', 'with marks and blanks around', ['\u202d+33 6 12 34 56 78\u202c', '06 12 34 56 78\t']],
  ['phone', 'with a wrong sign', ['06 12 34 56 7a', '++33612345678', '0612345678+', '٠٦١٢٣٤٥٦٧٨'], noPhone],
  ['phone', 'with a control', ['06 12\t34 56 78', '06 12\u000034 56 78'], noPhone],
  ['phone', 'with a line break', ['0612345678\n', '06123\n45678'], noPhone],

  ['message', 'of nothing', ['', ' \n ', '\u202e\u0007', '\u200b\u2060\ufeff'.repeat(10)], noMessage],
  ['message', 'of fewer than 10 units', [`  ${'a'.repeat(9)}  `, '😀'.repeat(4)], 'message-too-short'],
  ['message', 'of 10', ['a'.repeat(10), '😀'.repeat(5)]],
  ['message', 'of 2000', ['é'.repeat(2000).normalize('NFD'), `${'a\r\n'.repeat(999)}ab`, '😀'.repeat(1000)]],
  ['message', 'of more', ['a'.repeat(2001), '😀'.repeat(1001)], 'message-too-long'],
])('%s %s', (field, _kind, values, code) => {
  for (const value of values) {
    const result = check({ [field]: value });
    expect(result.ok ? [] : result.errors, JSON.stringify(value)).toEqual(code ? [{ field, code }] : []);
  }
});

const separators = ['\n', '\r', '\r\n', '\v', '\f', '\x85', '\u2028', '\u2029'];

test.each(separators)('the separator %j becomes a line break, and a blank in the name', (separator) => {
  const words = `Objectif${separator}Budget${separator}\tDate`;
  const { message, fullname } = check({ message: words, fullname: words }).values;
  expect([message, fullname]).toEqual(['Objectif\nBudget\n\tDate', 'Objectif Budget Date']);
});

test('more marks on one letter than any language writes are dropped', () => {
  const thirty = `e${'\u0316'.repeat(30)}`;
  const more = thirty + '\u0316'.repeat(50);
  expect(check({ message: `${more} Bonjour ${more}` }).values.message).toBe(`${thirty} Bonjour ${thirty}`);
});

/** Unreadable text: the sign that a decoder writes for wrong bytes, and halves of a surrogate pair. */
const unreadable = ['\ufffd', '\ud83d', '\ude00', '\ud83d\u200b\ude00'];

test.each(unreadable)('FORM-8: %j is refused in every field', (sign) => {
  const fields = Object.entries(good).map(([name, text]) => [name, `${text}${sign}`]);
  const codes = [noSubject, noEmail, 'fullname-unreadable', noPhone, 'message-unreadable'];
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

test.each([
  ['runs of spaces in a name', { fullname: ' Zoé \n\t Lefèvre ' }, { fullname: 'Zoé Lefèvre' }],
  [
    'marks and unwanted characters of a name',
    { fullname: 'Zoe\u202e\u0301 \u0000 Nguye\u0302\u0303n\u0007' },
    { fullname: 'Zoé Nguyễn' },
  ],
  ['accents of a domain', { email: 'zoe@Société.fr' }, { email: 'zoe@xn--socit-esab.fr' }],
])('%s are brought into one form', (_case, given, expected) => {
  expect(check(given).values).toMatchObject(expected);
});

const alone = '\u00ad\u0316\u115f\u180e\u2061\u2063\u2800\u3164\ufe0f\uffa0\u{e0061}';

test.each([...alone])('twelve times %j is no name and no message, but stands beside text', (sign) => {
  const errors = [{ code: noName }, { code: noMessage }];
  for (const blank of [sign.repeat(12), `${sign} \u2003\n`.repeat(12)])
    expect(check({ fullname: blank, message: blank })).toMatchObject({ errors });
  const seen = { fullname: `Zoé${sign}Lefèvre`, message: `Bonjour,${sign}parlons.` };
  expect(check(seen).ok).toBe(true);
});

/** Texts whose joiners, selectors and tags change what is seen. */
const joined = [
  '👩‍👩‍👧‍👦❤️',
  '🏃🏽‍♀️ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'مهدی می\u200cشاهی',
  'ශ්\u200dරී ලංකා',
  '葛\u{e0100}城 花子',
];

test.each(joined)('FORM-14: %j stays a name and a message', (name) => {
  const said = { fullname: name, message: name.repeat(5) };
  expect(check(said)).toMatchObject({ ok: true, values: said });
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

test.each([
  '<zoe@exemple.fr>',
  'mailto:zoe@exemple.fr',
  'MAILTO:zoe@exemple.fr',
  '<mailto:zoe@exemple.fr>',
  'Zoé Martin <zoe@exemple.fr>',
  '"Martin, Zoé" <zoe@exemple.fr>;',
  '« Zoé <zoe@exemple.fr> »',
  'zoe@exemple.fr <zoe@exemple.fr>',
  '«\u00a0zoe@exemple.fr\u00a0».',
  '“mailto:zoe@exemple.fr”',
  ...['""', "''", '``', '«»', '‹›', '“”', '””', '„“', '‘’', '’’', '()', '[]'].flatMap(([open, close]) => [
    `${open}zoe@exemple.fr${close}`,
    `${open}Zoé <zoe@exemple.fr>${close}`,
  ]),
  ...[...',.;:!?…'].map((end) => `zoe@exemple.fr${end}`),
  ' zoe@exemple.fr , ',
])('FORM-14: %s is an address with what it was copied with', (email) => {
  expect(check({ email })).toMatchObject({ ok: true, values: { ...good, email: 'zoe@exemple.fr' } });
});

test.each(['🏴', '語'])('FORM-14: nothing is hidden behind %s', (sign) => {
  for (const hidden of ['\u{e0041}', '\u{e0100}', '\u200d']) {
    const { values } = check({ message: `${sign}${hidden.repeat(560)} Bonjour à vous` });
    expect(values.message.length).toBeLessThan(40);
  }
});

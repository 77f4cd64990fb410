import { describe, expect, test } from 'vitest';
import type { ContactField } from '../content/form-fields.ts';
import { contactSubjects } from '../content/specified-form-texts.ts';
import { checkContact } from './rules.ts';

const good = {
  fullname: 'Zoé Martin',
  email: 'zoe.martin@exemple.fr',
  subject: 'Projet web à discuter',
  phone: '+33 6 12 34 56 78',
  message: 'Bonjour, parlons de mon projet.',
};

function codeFor(field: ContactField, value: unknown): string | undefined {
  const result = checkContact({ ...good, [field]: value });
  return result.ok ? undefined : result.errors.map(({ code }) => code).join();
}

function keptOf(field: ContactField, value: unknown): string {
  return checkContact({ ...good, [field]: value }).values[field];
}

test('a good message is accepted as it is', () => {
  expect(checkContact(good)).toMatchObject({ ok: true, values: good });
});

test('nothing given: one error per required field, in the order of the form', () => {
  const result = checkContact({});
  expect(result.ok ? [] : result.errors).toEqual([
    { field: 'subject', code: 'subject-required' },
    { field: 'email', code: 'email-required' },
    { field: 'fullname', code: 'fullname-required' },
    { field: 'message', code: 'message-required' },
  ]);
});

describe('fullname', () => {
  test.each([
    ['', 'fullname-required'],
    ['   ', 'fullname-required'],
    ['Z', 'fullname-required'],
    [' Z ', 'fullname-required'],
    ['e\u0301', 'fullname-required'],
    ['Zo', undefined],
    ['李明', undefined],
    ['é'.repeat(120), undefined],
    ['é'.repeat(121), 'fullname-required'],
    ['😀'.repeat(60), undefined],
    ['😀'.repeat(61), 'fullname-required'],
    ['a'.repeat(10_000), 'fullname-required'],
    [null, 'fullname-required'],
    [42, 'fullname-required'],
  ])('%j gives %j', (value, code) => expect(codeFor('fullname', value)).toBe(code));

  test.each([
    ['Zoé\u202eMartin\u0000', 'ZoéMartin'],
    ['  Zoe\u0301  Martin ', 'Zoé Martin'],
    ['Zoe\u202e\u0301 \u0000 Martin', 'Zoé Martin'],
  ])('%j is kept as %j', (value, kept) => expect(keptOf('fullname', value)).toBe(kept));
});

describe('email', () => {
  test.each([
    ['', 'email-required'],
    ['zoe', 'email-required'],
    ['zoe@', 'email-required'],
    ['@exemple.fr', 'email-required'],
    ['zoe@exemple', 'email-required'],
    ['zoe@exemple.', 'email-required'],
    ['zoe@-exemple.fr', 'email-required'],
    ['zoe@exemple..fr', 'email-required'],
    ['zoe martin@exemple.fr', 'email-required'],
    ['zoé@exemple.fr', 'email-required'],
    ['zoé@société.fr', 'email-required'],
    ['zoe@société', 'email-required'],
    ['zoe@soci\u202eété.fr', 'email-required'],
    ['zoe@exemple.fr/é', 'email-required'],
    [`zoe@${'é'.repeat(64)}.fr`, 'email-required'],
    ['zoe@société.fr', undefined],
    ['zoe@exemple.fr\n', 'email-required'],
    ['zoe@exemple.fr\r\nBcc: x@y.fr', 'email-required'],
    ['zoe@exemple.fr\u2028', 'email-required'],
    ['zoe\u202e@exemple.fr', 'email-required'],
    ['\u200bzoe@exemple.fr\ufeff', undefined],
    ['\tzoe@exemple.fr\t', undefined],
    ['a@b.fr,c@d.fr', 'email-required'],
    ['<a@b.fr>', 'email-required'],
    ['zoe..martin@exemple.fr', 'email-required'],
    ['.zoe@exemple.fr', 'email-required'],
    ['zoe.@exemple.fr', 'email-required'],
    ['.@exemple.fr', 'email-required'],
    ['zoe.m.martin@exemple.fr', undefined],
    ['zoe@martin@exemple.fr', 'email-required'],
    ['=?utf-8?Q?a?=@exemple.fr', 'email-required'],
    ['zoe=?@exemple.fr', 'email-required'],
    ['zoe?=@exemple.fr', undefined],
    [' zoe@exemple.fr ', undefined],
    ['ZOE+devis@Sous.Exemple.FR', undefined],
    ["o'brien@exemple.ie", undefined],
  ])('%j gives %j', (value, code) => expect(codeFor('email', value)).toBe(code));
});

test('an address with accents in its domain is kept as mail servers know it', () => {
  expect(keptOf('email', 'zoe@Société.fr')).toBe('zoe@xn--socit-esab.fr');
  expect(keptOf('email', 'zoe@xn--socit-esab.fr')).toBe('zoe@xn--socit-esab.fr');
});

describe('subject', () => {
  test.each(contactSubjects.map((subject) => [subject]))('%s is accepted', (subject) => {
    expect(codeFor('subject', subject)).toBeUndefined();
  });

  test.each([[''], ['Autre chose'], ['projet web à discuter'], ['Projet web à discuter\n']])(
    '%j is refused',
    (subject) => {
      expect(codeFor('subject', subject)).toBe('subject-required');
    },
  );

  test('the same letters encoded otherwise are the same subject', () => {
    expect(codeFor('subject', 'Projet web à discuter'.normalize('NFD'))).toBeUndefined();
  });
});

describe('phone', () => {
  test.each([
    ['', undefined],
    [undefined, undefined],
    [null, undefined],
    ['   ', undefined],
    ['123456', 'phone-invalid'],
    [' 123456 ', 'phone-invalid'],
    [' 12345678901234567890 ', undefined],
    ['1234567', undefined],
    ['+123456', 'phone-invalid'],
    ['+1234567', undefined],
    ['12345678901234567890', undefined],
    ['123456789012345678901', 'phone-invalid'],
    ['+12345678901234567890', undefined],
    ['+123456789012345678901', 'phone-invalid'],
    ['06.12-34 (56) 78', undefined],
    ['06\u00a012\u00a034\u00a056\u00a078', undefined],
    ['06 12 34 56 7a', 'phone-invalid'],
    ['++33612345678', 'phone-invalid'],
    ['0612345678+', 'phone-invalid'],
    ['06 12\t34 56 78', 'phone-invalid'],
    ['\u202d+33 6 12 34 56 78\u202c', undefined],
    ['06 12 34 56 78\t', undefined],
    ['06 12 \u202d34 56 78', 'phone-invalid'],
    ['0612345678\n', 'phone-invalid'],
    ['06123\n45678', 'phone-invalid'],
    ['٠٦١٢٣٤٥٦٧٨', 'phone-invalid'],
  ])('%j gives %j', (value, code) => expect(codeFor('phone', value)).toBe(code));
});

describe('message', () => {
  test.each([
    ['', 'message-required'],
    [' \n ', 'message-required'],
    ['\u202e\u0007', 'message-required'],
    ['\u200b\u2060\ufeff'.repeat(10), 'message-required'],
    ['a'.repeat(9), 'message-too-short'],
    [`  ${'a'.repeat(9)}  `, 'message-too-short'],
    ['a'.repeat(10), undefined],
    ['😀'.repeat(4), 'message-too-short'],
    ['😀'.repeat(5), undefined],
    ['a'.repeat(2000), undefined],
    ['a'.repeat(2001), 'message-too-long'],
    ['é'.repeat(2000).normalize('NFD'), undefined],
    ['😀'.repeat(1000), undefined],
    ['😀'.repeat(1001), 'message-too-long'],
  ])('%#: gives %j', (value, code) => expect(codeFor('message', value)).toBe(code));

  test.each(['\n', '\r', '\r\n', '\v', '\f', '\x85', '\u2028', '\u2029'])(
    'the separator %j of Unicode becomes a line break, and a blank in the name',
    (separator) => {
      const words = `Objectif${separator}Budget`;
      expect([keptOf('message', words), keptOf('fullname', words)]).toEqual([
        'Objectif\nBudget',
        'Objectif Budget',
      ]);
    },
  );

  test('a line break counts as one character, however it was sent', () => {
    expect(codeFor('message', `${'a\r\n'.repeat(999)}ab`)).toBeUndefined();
    expect(keptOf('message', 'Bonjour,\r\n\r\nparlons\ren.')).toBe('Bonjour,\n\nparlons\nen.');
  });

  test('more marks on one letter than any language writes are dropped, those of languages stay', () => {
    const thirty = `e${'\u0316'.repeat(30)}`;
    expect(keptOf('message', `${thirty}${'\u0316'.repeat(50)} Bonjour à vous`)).toBe(
      `${thirty} Bonjour à vous`,
    );
    expect(keptOf('fullname', 'Nguye\u0302\u0303n')).toBe('Nguyễn');
  });

  test.each(['\ufffd', '\ud83d', '\ude00', '\ud83d\u200b\ude00'])(
    'FORM-8: %j, which stands for a text that was not understood, is refused in every field',
    (unread) => {
      const fields = Object.entries(good).map(([name, text]) => [name, `${text}${unread}`]);
      expect(checkContact(Object.fromEntries(fields))).toMatchObject({
        errors: [
          { code: 'subject-required' },
          { code: 'email-required' },
          { code: 'fullname-unreadable' },
          { code: 'phone-invalid' },
          { code: 'message-unreadable' },
        ],
      });
    },
  );
});

const check = (changes: Partial<typeof good>) => checkContact({ ...good, ...changes });

/** Makes an address of this length: 64 characters before the @, labels of at most 63 after it. */
const addressOf = (length: number) =>
  `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(length - 196)}.fr`;

test.each([
  ['of 254 characters', addressOf(254), true],
  ['of 255 characters', addressOf(255), false],
  ['with 64 characters before the @', `${'a'.repeat(64)}@exemple.fr`, true],
  ['with 65 characters before the @', `${'a'.repeat(65)}@exemple.fr`, false],
  ['with 64 characters and dots before the @', `${'a.'.repeat(31)}bc@exemple.fr`, true],
  ['with 65 characters and dots before the @', `${'a.'.repeat(32)}b@exemple.fr`, false],
  ['with a domain of one letter', 'z@x.fr', true],
  ['with an ending of one letter', 'z@exemple.x', true],
  ['with labels of 63 characters', `z@${'b'.repeat(63)}.${'c'.repeat(63)}`, true],
  ['with a first label of 64 characters', `z@${'b'.repeat(64)}.fr`, false],
  ['with a last label of 64 characters', `z@exemple.${'b'.repeat(64)}`, false],
])('an address %s', (_case, email, ok) => expect(check({ email }).ok).toBe(ok));

test.each([
  'a'.repeat(254),
  'a.'.repeat(127),
  `${'a.'.repeat(31)}!`.repeat(4),
  `a@${'b.'.repeat(126)}`,
  `a@${'b-'.repeat(126)}`,
])('an address is refused without delay: %#', (email) => {
  const began = process.cpuUsage();
  for (let run = 0; run < 100; run += 1) expect(check({ email }).ok).toBe(false);
  const { user } = process.cpuUsage(began);
  expect(user / 1000).toBeLessThan(500);
});

test.each([
  ['several outer spaces of an address', { email: '  zoe.martin@exemple.fr   ' }, { email: good.email }],
  [
    'typographic hyphens of a phone number',
    { phone: '06\u201112\u201034\u00ad56\u221278' },
    { phone: '06-12-34-56-78' },
  ],
  [
    'typographic spaces of a phone number',
    { phone: '06\u200712\u200934\u200256 78' },
    { phone: '06 12 34 56 78' },
  ],
  ['no-break spaces of a phone number', { phone: '06\u00a012\u202f34 56 78' }, { phone: '06 12 34 56 78' }],
  ['no-break spaces of an address', { email: 'a\u00a0b@c.fr' }, { email: 'a b@c.fr' }],
  ['runs of spaces in a name', { fullname: ' Zoé \n\t Lefèvre ' }, { fullname: 'Zoé Lefèvre' }],
])('%s are brought into one form', (_case, given, expected) => {
  expect(check(given).values).toMatchObject(expected);
});

test.each([
  '\u00ad',
  '\u0316',
  '\u115f',
  '\u180e',
  '\u2061',
  '\u2063',
  '\u2800',
  '\u3164',
  '\ufe0f',
  '\uffa0',
  '\u{e0061}',
])('twelve times %j is neither a name nor a message, but is allowed beside visible text', (unseen) => {
  for (const blank of [unseen.repeat(12), `${unseen} \u2003\n`.repeat(12)]) {
    expect(check({ fullname: blank, message: blank })).toMatchObject({
      errors: [{ code: 'fullname-required' }, { code: 'message-required' }],
    });
  }
  const seen = { fullname: `Zoé${unseen}Lefèvre`, message: `Bonjour,${unseen}parlons.` };
  expect(check(seen)).toMatchObject({ ok: true, values: seen });
});

test('emoji and the joiners within them are a name and a message', () => {
  const said = { fullname: '👩‍👩‍👧‍👦❤️', message: '👩‍👩‍👧‍👦❤️'.repeat(5) };
  expect(check(said)).toMatchObject({ ok: true, values: said });
});

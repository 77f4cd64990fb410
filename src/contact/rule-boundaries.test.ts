import { expect, it } from 'vitest';
import { checkContact } from './rules.ts';

const right = {
  subject: 'Projet web à discuter',
  email: 'zoe@exemple.fr',
  fullname: 'Zoé Lefèvre',
  phone: '',
  message: 'Bonjour, parlons.',
};
const check = (changes: Partial<typeof right>) => checkContact({ ...right, ...changes });

/** An address of so many characters: 64 before the @; no label of the domain has more than 63. */
const addressOf = (length: number) =>
  `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(length - 196)}.fr`;

it.each([
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

it.each([
  'a'.repeat(254),
  'a.'.repeat(127),
  `${'a.'.repeat(31)}!`.repeat(4),
  `a@${'b.'.repeat(126)}`,
  `a@${'b-'.repeat(126)}`,
])('an address is refused at once: %#', (email) => {
  const began = process.cpuUsage();
  for (let run = 0; run < 100; run += 1) expect(check({ email }).ok).toBe(false);
  const { user } = process.cpuUsage(began);
  expect(user / 1000).toBeLessThan(500);
});

it.each([
  ['several outer spaces of an address', { email: '  zoe@exemple.fr   ' }, { email: right.email }],
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

it('combining marks without a letter are neither a name nor a message', () => {
  const marks = '\u0316'.repeat(12);
  expect(check({ fullname: marks, message: marks })).toMatchObject({
    errors: [{ code: 'fullname-required' }, { code: 'message-required' }],
  });
});

it.each([
  '\u00ad',
  '\u115f',
  '\u180e',
  '\u2061',
  '\u2063',
  '\u2800',
  '\u3164',
  '\ufe0f',
  '\uffa0',
  '\u{e0061}',
])('twelve times %j is neither a name nor a message, and is no fault beside what is seen', (unseen) => {
  for (const blank of [unseen.repeat(12), `${unseen} \u2003\n`.repeat(12)]) {
    expect(check({ fullname: blank, message: blank })).toMatchObject({
      errors: [
        { field: 'fullname', code: 'fullname-required' },
        { field: 'message', code: 'message-required' },
      ],
    });
  }
  const seen = { fullname: `Zoé${unseen}Lefèvre`, message: `Bonjour,${unseen}parlons.` };
  expect(check(seen)).toMatchObject({ ok: true, values: seen });
});

it('emoji and the joiners within them are a name and a message', () => {
  const said = { fullname: '👩‍👩‍👧‍👦❤️', message: '👩‍👩‍👧‍👦❤️'.repeat(5) };
  expect(check(said)).toMatchObject({ ok: true, values: said });
});

import { expect, it } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { checkContact } from './rules.ts';
import { screen } from './screening.server.ts';

const { values: ordinary } = checkContact({
  ...contactInput,
  message:
    'Bonjour, notre site www.exemple.fr a dix ans : pouvez-vous le reprendre ? Voir aussi https://exemple.org.',
});

it.each<[string, Partial<typeof ordinary>]>([
  ['many-links', { message: 'http://a.example http://b.example http://c.example' }],
  ['link-in-name', { fullname: 'Gagnez sur www.casino.example' }],
  ['markup', { message: 'Cliquez <a href="http://x.example">ici</a>' }],
  ['all-capitals', { message: 'ACHETEZ MAINTENANT NOTRE PRODUIT EXTRAORDINAIRE !' }],
  ['not-latin', { message: 'Продвижение сайтов недорого и быстро' }],
  [
    'not-latin',
    {
      message: '您好，我们正在寻找一家可以为我们在巴黎的公司建立新网站的公司，您能帮助我们吗？谢谢您的回复。',
    },
  ],
])('finds the sign %s, and no other', (code, changes) => {
  expect(screen({ ...ordinary, ...changes })).toEqual([code]);
});

it.each([
  ['an ordinary one', ordinary.message],
  ['in Hebrew', 'שלום, אנחנו מחפשים חברה שתבנה לנו אתר חדש לעסק שלנו בפריז, האם תוכלו לעזור?'],
  ['a list of numbers', '01 23 45 67 89, 06 12 34 56 78, 12 000 €, 3 × 450 €, 2027-01-15'],
])('finds no sign in a message that is %s', (_, message) => {
  expect(screen({ ...ordinary, message })).toEqual([]);
});

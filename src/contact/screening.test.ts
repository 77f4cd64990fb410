import { expect, it } from 'vitest';
import type { ContactValues } from './rules.ts';
import { screen } from './screening.server.ts';

const ordinary: ContactValues = {
  fullname: 'Ada Exemple',
  email: 'ada@exemple.fr',
  subject: 'Projet web à discuter',
  phone: '',
  message:
    'Bonjour, notre site www.exemple.fr a dix ans : pouvez-vous le reprendre ? Voir aussi https://exemple.org.',
};

it('finds no sign in an ordinary message', () => {
  expect(screen(ordinary)).toEqual([]);
});

it.each<[string, Partial<ContactValues>]>([
  ['many-links', { message: 'http://a.example http://b.example http://c.example' }],
  ['link-in-name', { fullname: 'Gagnez sur www.casino.example' }],
  ['markup', { message: 'Cliquez <a href="http://x.example">ici</a>' }],
  ['all-capitals', { message: 'ACHETEZ MAINTENANT NOTRE PRODUIT EXTRAORDINAIRE !' }],
  ['not-latin', { message: 'Продвижение сайтов недорого и быстро' }],
])('finds the sign %s', (code, changes) => {
  expect(screen({ ...ordinary, ...changes })).toContain(code);
});

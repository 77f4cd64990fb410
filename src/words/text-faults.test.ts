import { expect, test } from 'vitest';
import { placeholders, plainTextFault, textFault } from './text-faults.ts';

/** Texts, and how the message about their fault begins and ends. scripts/studio/wrong-values.txt has one of each rule. */
const wrong = [
  ['L&#39;équipe', '« &#39; »'],
  ['L&#x2019;équipe', '« &#x2019; »'],
  ['Un site<br', '« <br »'],
  ['<!-- note -->', '« <!-- note --> »'],
  ['Un *beau* site', '« *beau* »'],
  ['Un _beau_ site', '« _beau_ »'],
  ['Un __beau__ site', '« __ »'],
  ['Le mot `code`', '« ` »'],
  ['# Titre', '« #'],
  ['#1 en Auvergne', '« # »'],
  ['- Un point', 'Markdown'],
  ['Un ~~vieux~~ site', '« ~~ »'],
  ['Dès {{ prix }}', '« {{ prix }} »'],
  ['Dès %(prix)', '« %(prix) »'],
  ['Le studio { est', '« { »'],
  ['Le studio } est', '« } »'],
  ['Le studio {lieu}} est', '« } »'],
  ['lâ€™équipe', '« â€ »'],
  ['Ã  partir', '« Ã'],
  ['Caf\ufffd', '« \ufffd »'],
  ['cÅ“ur', '« Å“ »'],
  ['d?veloppement', '« d?v »'],
  ['Un\u202esite', 'U+202E'],
  ['Un\ufe0fsite', 'U+FE0F'],
  ['Un\u0007site', 'U+0007'],
  ['Un\ue000site', 'U+E000'],
  ['Un\ud800site', 'U+D800'],
  ['Un\u2003site', 'contient le signe U+2003 ; il faut une espace ordinaire'],
  ['Un\u2028site', 'un retour à la ligne'],
  ['Un \u00a0site', 'plusieurs espaces de suite'],
  ['Un site\u00a0', 'une espace de trop'],
  ['XXX', '« XXX »'],
  ['Dès undefined €', '« undefined »'],
  ['Dès NaN €', '« NaN »'],
  ['[object Object]', '« [object Object] »'],
] as const;

test.each(wrong)('%j is refused', (text, part) => {
  const plain = (sentence: string | undefined) => sentence?.replaceAll('\u00a0', ' ');
  expect(plain(textFault(text))).toContain(plain(part));
});

const right = [
  ...placeholders.map((name) => `Le studio {${name}} est là`),
  'L’équipe, c’est une personne\u00a0: « pas encore ».',
  'L\'équipe : "oui" !',
  '3 à 5\u00a0semaines, 1\u202f800 €, 30 %',
  'R&D, C#, C++, Node.js et a < b > c',
  'Prix : 5 * 3 (ou 2*3*4), snake_case_x et https://exemple.fr/?a=1',
  'Ça va ? Oui. SÃO PAULO, Ærø, ŒUVRE, âge, Âge',
  'Bravo 👩‍💻 ❤️ 👍🏽',
  'Numéro #1, tarif [HT] (indicatif)',
  'Un todo, un texte',
];

test.each(right)('%j is right', (text) => {
  expect(textFault(text)).toBeUndefined();
});

test('where nothing is replaced, no brace may stand', () => {
  expect(plainTextFault('Le studio est installé {lieu}')).toBe(
    'contient «\u00a0{lieu}\u00a0»\u00a0; il faut ici les mots eux-mêmes',
  );
  expect(plainTextFault('Un <b>site</b>')).toBe(textFault('Un <b>site</b>'));
  expect(plainTextFault('Un site')).toBeUndefined();
});

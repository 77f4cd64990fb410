import { expect, test } from 'vitest';
import { plainSite } from '../../tests/support/server.ts';
import { allOffers, firstProfile, identity } from '../site.ts';
import { renderDocument } from '../start-render.tsx';
import { contactFields, formFields } from '../words/form-fields.ts';

// tests/visual/references/*-markup.txt and scripts/studio/legal/pages.approved.txt hold the whole texts of the example.

async function mainOf(path: string): Promise<string> {
  const { assets } = plainSite;
  const site = { siteUrl: 'https://www.studio.example', apiUrl: null };
  const html = await renderDocument({ path, profile: firstProfile, ...site, assets });
  return /<main.*<\/main>/s.exec(html)?.[0] ?? '';
}

/** Returns the text of markup, with any blanks as single spaces. */
const textOf = (html: string) => html.replaceAll(/<!--.*?-->/g, '').replaceAll(/(<[^>]*>|\s)+/g, ' ');

const personalData = contactFields.map((name) => formFields[name].personalData).join(' | ');

/** What the specification asks of each page, in the order of the page. Each use of data has its legal basis (GDPR, article 13). */
const asked: readonly (readonly [row: string, path: string, words: string])[] = [
  ['HOME-9', '/', 'Voir nos services | Écoute | Réactivité | Fiabilité | Nos services'],
  [
    'ABOUT-1',
    '/about',
    `sites, des applications et des outils sur mesure, de la première idée à la mise en ligne | maintenance
    Écoute | Réactivité | Fiabilité
    Site vitrine | Application web ou mobile | Refonte technique | Conseil
    Auvergne-Rhône-Alpes | partout en France | à l’étranger`,
  ],
  [
    'LEGAL-1',
    '/legal-mention',
    `Mentions légales | Sommaire | 1. Éditeur du site | Statut Entreprise individuelle | SIREN
    2. Hébergeur | Société Hébergeur Exemple SAS
    3. Propriété intellectuelle | propriété exclusive | autorisation écrite
    4. Responsabilité | ne saurait | tenu responsable | dommages | matériel | erreurs | indisponibilité
    5. Données personnelles | formulaire | mesure d’audience | ni vendues ni cédées
    6. Cookies | aucun cookie publicitaire | respectueux de la vie privée | aucune donnée personnelle`,
  ],
  [
    'PRIV-1',
    '/privacy',
    `1. Données recueillies | ${personalData}
    adresse IP | limiter les envois | intérêt légitime | article 6 du RGPD
    2. Utilisation des données | servent uniquement à répondre | article 6 du RGPD
    jamais vendues | ni partagées sans votre consentement
    3. Durée de conservation | supprimés automatiquement | 12 mois au plus
    4. Vos droits | RGPD | droit d’accès | rectification | effacement (suppression)
    ${identity.contactEmail} | Droit d’opposition
    5. Cookies et statistiques | Aucun cookie publicitaire | mesure d’audience | sans donnée personnelle`,
  ],
];

test.each(asked)('HOME-9, ABOUT-1, LEGAL-1, PRIV-1: %s, %s has all in order', async (_row, path, words) => {
  let rest = textOf(await mainOf(path));
  for (const said of words.split(/ *[|\n] */)) {
    expect(rest).toContain(said);
    rest = rest.slice(rest.indexOf(said) + said.length);
  }
});

test('the person of the studio is shown, with the pages elsewhere that the studio gives, and all offers', async () => {
  identity.links.push({ name: 'GitHub', address: 'https://github.com/exemple' });
  const main = await mainOf('/about');
  identity.links.pop();
  expect(textOf(main)).toContain(`${firstProfile.name} ${firstProfile.metier} GitHub (nouvel onglet)`);
  expect(main).toContain('href="https://github.com/exemple"');
  for (const { titre } of allOffers) expect(textOf(main)).toContain(titre);
});

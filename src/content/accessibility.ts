import { example } from './example.ts';
import { identity } from './identity.ts';
import type { ReadingSection } from './reading.ts';

/** The accessibility statement, after the six sections of the legal notice; `docs/accessibility.md` has the checks behind it. */
export const accessibility: ReadingSection = {
  id: 'accessibilite',
  title: 'Déclaration d’accessibilité',
  blocks: [
    example(
      `${identity.studioName} veut que ce site soit utilisable par tout le monde. Il vise le niveau AA des WCAG 2.2 et le RGAA 4.1. Des contrôles automatiques et des parcours au clavier le vérifient à chaque modification ; aucun audit indépendant n’a été mené.`,
    ),
    'Ce qui reste imparfait :',
    {
      list: [
        example('un titre du pied de page est en anglais (« Legals »)'),
        example('à la première visite, la page reste vide un peu plus d’une seconde'),
      ],
    },
    'Un contenu vous est inaccessible ? Écrivez-moi : je vous l’enverrai sous une autre forme et je corrigerai le site. Sans réponse satisfaisante, vous pouvez saisir le Défenseur des droits (www.defenseurdesdroits.fr).',
    {
      facts: [
        {
          label: 'Signaler un défaut',
          value: identity.contactEmail,
          href: `mailto:${identity.contactEmail}`,
        },
        { label: 'État du', value: example('26 novembre 2026, par autoévaluation') },
      ],
    },
  ],
};

import type { ReadingSection } from '../../../src/pages/reading.ts';
import type { Studio } from '../schema.ts';
import { frenchDate } from './french-date.ts';

/** Writes what is known of the site's accessibility, for the end of the legal notice; `docs/accessibility.md` has the checks. */
export function accessibilityOf(studio: Studio['studio']): ReadingSection {
  return {
    id: 'accessibilite',
    title: 'Accessibilité',
    blocks: [
      `${studio.name} veut que ce site soit utilisable par tout le monde, et vise le niveau AA des WCAG 2.2. Des contrôles automatiques et des parcours au clavier accompagnent le logiciel du site. Aucun audit indépendant n’a été mené ; lecteurs d’écran et commande vocale n’ont pas été essayés.`,
      'Ce qui reste imparfait :',
      {
        list: [
          'à la première visite, la page reste vide un peu plus d’une seconde ; si le serveur ne répond pas, elle le reste',
          'une adresse e-mail fausse a le même message qu’une adresse absente ; l’exemple est au-dessus du champ',
          'avec un texte agrandi à 200 %, les titres grandissent moins que le reste sur un téléphone',
          ...studio.accessibility.shortcomings,
        ],
      },
      'Un contenu vous est inaccessible ? Écrivez-moi : je vous l’enverrai sous une autre forme et je corrigerai le site. Sans réponse satisfaisante, vous pouvez saisir le Défenseur des droits (www.defenseurdesdroits.fr).',
      {
        facts: [
          {
            label: 'Signaler un défaut',
            value: studio.email,
            href: `mailto:${studio.email}`,
          },
          { label: 'État du', value: `${frenchDate(studio.accessibility.date)}, par autoévaluation` },
        ],
      },
    ],
  };
}

import type { Studio } from '../../scripts/studio/schema.ts';
import type { ReadingSection } from './reading.ts';

/** The accessibility statement, after the six sections of the legal notice; `docs/accessibility.md` has the checks behind it. */
export function accessibilityOf(studio: Studio['studio']): ReadingSection {
  return {
    id: 'accessibilite',
    title: 'Déclaration d’accessibilité',
    blocks: [
      `${studio.name} veut que ce site soit utilisable par tout le monde. Il vise le niveau AA des WCAG 2.2 et le RGAA 4.1. Des contrôles automatiques et des parcours au clavier le vérifient à chaque modification ; aucun audit indépendant n’a été mené.`,
      'Ce qui reste imparfait :',
      {
        list: [
          'un titre du pied de page est en anglais (« Legals »)',
          'à la première visite, la page reste vide un peu plus d’une seconde',
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
          { label: 'État du', value: `${frenchDay(studio.accessibility.date)}, par autoévaluation` },
        ],
      },
    ],
  };
}

const months = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);

/** @param day as `2026-11-26` */
function frenchDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date === 1 ? '1er' : date} ${months[(month ?? 1) - 1]} ${year}`;
}

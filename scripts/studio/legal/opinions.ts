import { frenchDate } from './french-date.ts';

/**
 * Writes the note that the law asks for beside an opinion (Code de la consommation, L. 111-7-2 and D. 111-10). It tells the dates
 * of opinion and work, whether it was checked or rewarded, and who chooses and orders opinions. It also tells how long they stay,
 * and whether authors may change them or be contacted.
 * @param projectDate as `2026` or `2026-05`
 */
export function opinionNote(
  { date, checked, reward }: { date: string; checked?: string | undefined; reward: boolean },
  projectDate = '',
): string {
  return [
    `Avis publié en ${frenchDate(date)}, sur un projet ${ofDate(projectDate)}.`,
    checked ? `Il a été contrôlé\u00a0: ${checked}.` : 'Il n’a pas été contrôlé.',
    reward ? 'Il a été donné contre un avantage.' : 'Il a été donné sans contrepartie.',
    'Le studio choisit les avis et leur ordre, et les publie et les garde sans limite de durée. Leur auteur peut les faire corriger ou retirer ; ses coordonnées ne sont pas communiquées.',
  ].join(' ');
}

/** Writes « de mai 2026 » or « d’avril 2026 ». */
function ofDate(date: string): string {
  const shown = frenchDate(date);
  return /^[aeiou]/.test(shown) ? `d’${shown}` : `de ${shown}`;
}

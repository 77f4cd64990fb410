import { openFace } from '../pictures/lettering.mjs';
import { fitsOneLine, titleSize } from '../pictures/share-pictures.mjs';
import { type Report, valueAt } from './cross-checks.ts';
import { quoted } from './faults.ts';
import { tradeAndTown } from './site.ts';
import { typeset } from './typography.ts';
import type { Path, YamlFile } from './yaml-file.ts';

const [display, text] = [openFace('bricolage-grotesque'), openFace('figtree')];

type Place = 'name' | 'line' | 'title';

/** Texts that a share picture shows, each with its place there. */
const shown: readonly (readonly [Path, Place])[] = [
  [['name'], 'name'],
  [['share', 'line'], 'line'],
  [['share', 'home'], 'title'],
  [['share', 'contact'], 'title'],
  [['share', 'about'], 'title'],
];

/** Composes the line of share pictures for a studio that has none of its own. */
function usualLine(value: YamlFile['value']): string | undefined {
  const [job, city] = [valueAt(value, ['person', 'job']), valueAt(value, ['place', 'city'])];
  return typeof job === 'string' && typeof city === 'string' ? tradeAndTown(job, city) : undefined;
}

/** Reports texts of studio.yaml that share pictures cannot show: letters that the fonts lack, and texts that are too long. */
export function checkShareWords({ value }: YamlFile, report: Report): void {
  for (const [path, place] of shown) {
    const typed = valueAt(value, path) ?? (place === 'line' ? usualLine(value) : undefined);
    if (typeof typed !== 'string') continue;
    const face = place === 'line' ? text : display;
    const words = typeset(typed);
    const [letter] = face.lacks(words);
    if (letter)
      report(
        'studio',
        path,
        `contient ${quoted(letter)}, que la police des images de partage n’a pas ; il faut une autre lettre`,
      );
    else if (!(place === 'title' ? titleSize(face, words) : fitsOneLine(face, words, place)))
      report(
        'studio',
        path,
        `vaut ${quoted(typed)} ; il faut un texte plus court, qui tienne dans une image de partage`,
      );
  }
}

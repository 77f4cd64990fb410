import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from './colours.ts';

const POSTERS = join(import.meta.dirname, '../pictures/posters');

/**
 * Says in which modes the site shows the film in a tone of the brand. The drawn film gets it in dark mode, and in light mode if
 * it was rendered in other colours; an owner's own film never does. A film is the drawn one if its digest is in a poster's name:
 * `drawn-<digest of the film>-<primary>-<secondary>.avif`.
 */
export function filmToneOf(
  film: string,
  { light: { primary, secondary } }: Brand,
): { light: boolean; dark: boolean } {
  const digest = hash('sha256', readFileSync(film)).slice(0, 12);
  const [poster] = globSync(`drawn-${digest}-*.avif`, { cwd: POSTERS });
  const isOfBrand =
    poster?.toLowerCase().endsWith(`-${primary.slice(1)}-${secondary.slice(1)}.avif`.toLowerCase()) ?? true;
  return { light: !isOfBrand, dark: poster !== undefined };
}

import { expect, it } from 'vitest';
import { fixLines } from './fix-lines.ts';

const path = "'/srv/données du site/vitrine-avant-2026-11-25T13-12-52.db'";

it.each([
  ['Enregistrez le vôtre : npm run vitrine -- profile import profil.json', 1],
  [`Si vous n’en avez plus besoin : rm ${path} ${path}`, 1],
  [`chmod 700 ${path}`, 1],
  ['Lisez (npm run vitrine -- outbox status), puis npm run vitrine -- outbox retry --all-refused', 2],
])('keeps the last command on one line: %s', (fix, atLeast) => {
  const lines = fixLines(fix, 40);
  expect(lines.length).toBeGreaterThan(atLeast);
  expect(lines.join(' ')).toBe(`→ ${fix}`);
  expect(fix.endsWith(lines.at(-1) ?? '?')).toBe(true);
  expect(lines.at(-1)).toMatch(/^(npm run vitrine --|rm|chmod) .*(json|refused|db')$/);
});

it('wraps what goes on after a command, and leaves alone what fits', () => {
  const sentence = 'Lancez npm run vitrine -- migrate, ou relancez le site.';
  expect(fixLines(sentence, 30)).toEqual(['→ Lancez npm run vitrine --', 'migrate, ou relancez le site.']);
  expect(fixLines(sentence, Number.POSITIVE_INFINITY)).toEqual([`→ ${sentence}`]);
  const short = 'Lancez npm run vitrine -- retention run';
  expect(fixLines(short, 60)).toEqual([`→ ${short}`]);
});

/** Every requirement of the site, by identifier: `docs/requirements.md` has its words, `docs/conformance.md` its tests. */
export const REQUIREMENT_ROWS: readonly string[] = [
  ...rows('START', 6),
  ...rows('PAGE', 4),
  ...rows('FOOT', 2),
  ...rows('MODE', 2),
  ...rows('HOME', 10),
  ...rows('CARD', 5),
  ...rows('CAR', 3),
  ...rows('FORM', 8),
  ...rows('ABOUT', 1),
  ...rows('LEGAL', 1),
  ...rows('PRIV', 1),
  ...rows('API', 4),
  ...rows('DATA', 1),
  ...rows('STAT', 1),
];

function rows(group: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${group}-${index + 1}`);
}

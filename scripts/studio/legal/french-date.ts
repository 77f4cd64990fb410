const months = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
  ' ',
);

/** Writes a year, a month or a day, given as `2026-11-26`. */
export function frenchDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  const parts = [day && (day === 1 ? '1er' : day), month && months[month - 1], year];
  return parts.filter(Boolean).join(' ');
}

const parisDate = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris', dateStyle: 'short' });
const parisTime = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris', timeStyle: 'short' });

/** Writes an instant as `05/03/2026 14:07`, in Paris. */
export function formatInstant(instant: number): string {
  return `${parisDate.format(instant)} ${parisTime.format(instant)}`;
}

/** Writes an instant as ISO 8601 in UTC, for JSON; null stays null. */
export function isoInstant(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

const units = [
  { name: 'j', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const;

/** Writes a length of time in its largest whole unit: `3 h`, `12 min`, `0 s`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const unit = units.find((candidate) => seconds >= candidate.seconds) ?? units[3];
  return `${Math.floor(seconds / unit.seconds)}\u00a0${unit.name}`;
}

const grouped = new Intl.NumberFormat('fr-FR');

/** Writes a number as `12 345`, with the narrow no-break space of French. */
export function formatCount(count: number): string {
  return grouped.format(count);
}

const sizes = ['o', 'ko', 'Mo', 'Go', 'To'] as const;

/** Writes a size in bytes to two or three figures: `940 o`, `1,4 Mo`. */
export function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < sizes.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && size < 10 ? 1 : 0;
  return `${size.toLocaleString('fr-FR', { maximumFractionDigits: digits })}\u00a0${sizes[unit]}`;
}

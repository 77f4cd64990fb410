const style = { timeZone: 'Europe/Paris', dateStyle: 'short', timeStyle: 'short' } as const;
const inParis = new Intl.DateTimeFormat('fr-FR', style);

/** Writes an instant as `05/03/2026 14:07`, in Paris. */
export function formatInstant(instant: number): string {
  return inParis.format(instant);
}

/** Writes a number as `12 345`, with the narrow no-break space of French. */
export function formatCount(count: number): string {
  return count.toLocaleString('fr-FR');
}

/** Writes a size in bytes as `1,4 Mo` or `83 Go`. */
export function formatSize(bytes: number): string {
  const [unit, name] = bytes < 1e9 ? [1e6, 'Mo'] : [1e9, 'Go'];
  return `${(bytes / unit).toLocaleString('fr-FR', { maximumFractionDigits: 1 })}\u00a0${name}`;
}

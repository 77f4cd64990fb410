import { identity } from './identity.ts';

/** Writes « de Maëlle » or « d’Anne »: names with a mute h are taken for the usual case. */
export function of(name: string): string {
  return /^[aeiouyh]/i.test(name.normalize('NFD')) ? `d’${name}` : `de ${name}`;
}

/** The publisher with the studio's name in brackets, unless the one holds the other. */
export function publisherAndStudio({ publisherName, studioName } = identity): string {
  const isSame = publisherName.toLowerCase().includes(studioName.toLowerCase());
  return isSame ? publisherName : `${publisherName} (${studioName})`;
}

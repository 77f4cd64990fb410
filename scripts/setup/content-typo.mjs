const place = /^(?:ReferenceError: .*\n\s+at )?file:\S*\/(src\/content\/[\w.-]+\.ts):(\d+)/;

/**
 * Describes a slip of the pen in the studio's own texts for whoever wrote them, instead of the engine's English stack.
 * @param {unknown} error
 * @returns {string | undefined} undefined when it is another error
 */
export function describeContentTypo(error) {
  if (!(error instanceof Error)) return undefined;
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code !== 'ERR_INVALID_TYPESCRIPT_SYNTAX' && !(error instanceof ReferenceError)) return undefined;
  const [, file, line] = place.exec(error.stack ?? '') ?? [];
  if (file === undefined) return undefined;
  return `✗ ${file}, ligne ${line} (ou juste avant)\u00a0: illisible. Un texte va entre deux apostrophes droites ('…')\u202f; une apostrophe dans un texte s’écrit ’. Une virgule finit chaque valeur. Un nombre s’écrit sans espace (1200).`;
}

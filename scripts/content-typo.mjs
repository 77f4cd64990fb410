const place = /^(?:ReferenceError: .*\n\s+at )?file:\S*\/(src\/content\/[\w.-]+\.ts):(\d+)/;

/**
 * Imports a module. Explains a typing error in the studio's own texts to their author, instead of showing the engine's English
 * stack, and ends the process.
 * @template Module
 * @param {Promise<Module>} imported
 */
export function orDescribeTypo(imported) {
  return imported.catch((/** @type {Error & { code?: string }} */ error) => {
    const isTypo = error.code === 'ERR_INVALID_TYPESCRIPT_SYNTAX' || error instanceof ReferenceError;
    const [, file, line] = (isTypo && place.exec(error.stack ?? '')) || [];
    if (file === undefined) throw error;
    console.error(
      `✗ ${file}, ligne ${line} (ou juste avant) : illisible. Un texte va entre deux apostrophes droites ('…') ; une apostrophe dans un texte s’écrit ’. Une virgule finit chaque valeur. Un nombre s’écrit sans espace (1200).`,
    );
    process.exit(1);
  });
}

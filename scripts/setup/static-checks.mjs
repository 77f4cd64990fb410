/**
 * The tools that read the source without running it: title, command, arguments. For `npm run check` and `npm test`.
 * @type {[string, string, string[]][]}
 */
export const staticChecks = [
  ['Textes, prix et images', 'node', ['scripts/check-content.mjs']],
  ['Noms des classes CSS', 'node', ['scripts/class-types.mjs']],
  ['Types', 'tsc', ['--noEmit', '-p', '.']],
  ['Types pour le navigateur', 'tsc', ['--noEmit', '-p', 'tsconfig.browser.json']],
  ['Types de artwork/', 'tsc', ['--noEmit', '-p', 'artwork']],
  ['Style et règles', 'biome', ['check', '--error-on-warnings']],
  ['Code inutilisé', 'knip', ['--no-progress']],
];

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exampleProfile } from '../src/content/example-profile.ts';
import { pageNames, routes } from '../src/routes.ts';

/** The word and what stands around it. */
const MISSING = /.{0,60}(?:\bundefined\b|\bNaN\b|\[object \w+\]).{0,30}/;

/**
 * Renders every page and the 404, and names the texts that lack a value: functions of the content are called by nothing
 * before.
 * @param {string} folder of the built renderer
 */
export async function pageProblems(folder) {
  const { renderDocument } = await import(pathToFileURL(join(folder, 'render.js')).href);
  const assets = { gateScript: '', styles: null, sheet: null, entry: '/entry.js', fonts: [] };
  const site = { profile: exampleProfile, siteUrl: 'https://www.exemple.fr', apiUrl: null, assets };
  const problems = [];
  for (const path of [...pageNames.map((name) => routes[name].path), '/page-absente']) {
    const found = MISSING.exec(await renderDocument({ ...site, path }));
    if (found)
      problems.push(
        `page ${path} : une valeur manque dans « ${found[0]} » ; cherchez ce texte dans src/content/.`,
      );
  }
  return problems;
}

/** Files asked for so far; a style sheet, or nothing for a script. */
const asked = new Map<string, Promise<CSSStyleSheet | undefined>>();

/**
 * Loads a page's script and its style sheets together: a page is never shown without them. Every dynamic import of the
 * build goes through here (vite.config.ts).
 *
 * The sheets are fetched as text and adopted whole. While a sheet that a `<link>` added is on its way, WebKit gives up the
 * focus to an element behind an open dialog, and the visitor's place is lost. The scripts are fetched before they are
 * imported, which then takes them from the cache: Firefox never asks again for a module whose import failed.
 * @param load the import itself
 * @param files scripts and style sheets, as the build names them; those of the first page are named in the document
 * @throws when a script or a style sheet cannot be fetched; the next attempt asks again
 */
export async function loadWithFiles<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const fetched = await Promise.all(files.filter((file) => !isInDocument(file)).map(fetchOnce));
  const { adoptedStyleSheets } = document;
  for (const sheet of fetched)
    if (sheet && !adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
  return load();
}

function fetchOnce(file: string): Promise<CSSStyleSheet | undefined> {
  const known = asked.get(file);
  if (known) return known;
  const fetching = fetchFile(file);
  asked.set(file, fetching);
  fetching.catch(() => asked.delete(file));
  return fetching;
}

async function fetchFile(file: string): Promise<CSSStyleSheet | undefined> {
  const response = await fetch(`/${file}`);
  if (!response.ok) throw new Error(`The file ${file} cannot be fetched.`);
  const text = await response.text();
  if (file.endsWith('.js')) return undefined;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

function isInDocument(file: string): boolean {
  return document.querySelector(`[data-files~="${file}"],[href="/${file}"]`) !== null;
}

/** Style sheets asked for so far, by file. */
const asked = new Map<string, Promise<CSSStyleSheet>>();

/**
 * Loads a page's script and its style sheets together: a page is never shown without them. Every dynamic import of the
 * build goes through here (vite.config.ts).
 *
 * The sheets are fetched as text and adopted whole. While a sheet that a `<link>` added is on its way, WebKit gives up the
 * focus to an element behind an open dialog, and the visitor's place is lost.
 * @param load the import itself
 * @param files style sheets, as the build names them; those of the first page came in the document
 * @throws when the script or a style sheet cannot be fetched; the next attempt asks again
 */
export async function loadWithStyles<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const missing = files.filter((file) => !isInDocument(file));
  const [loaded, ...sheets] = await Promise.all([load(), ...missing.map(sheetOf)]);
  const { adoptedStyleSheets } = document;
  adoptedStyleSheets.push(...sheets.filter((sheet) => !adoptedStyleSheets.includes(sheet)));
  return loaded;
}

function sheetOf(file: string): Promise<CSSStyleSheet> {
  const known = asked.get(file);
  if (known) return known;
  const fetching = fetchSheet(file);
  asked.set(file, fetching);
  fetching.catch(() => asked.delete(file));
  return fetching;
}

async function fetchSheet(file: string): Promise<CSSStyleSheet> {
  const response = await fetch(`/${file}`);
  if (!response.ok) throw new Error(`The style sheet ${file} cannot be fetched.`);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await response.text());
  return sheet;
}

function isInDocument(file: string): boolean {
  return document.querySelector(`style[data-files~="${file}"]`) !== null;
}

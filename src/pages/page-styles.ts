/** Style sheets asked for so far, by file. */
const asked = new Map<string, Promise<void>>();

/**
 * Loads a page's script and its style sheets together: a page is never shown without them. Every dynamic import of the
 * build goes through here (vite.config.ts).
 * @param load the import itself
 * @param files style sheets, as the build names them; those of the first page came in the document
 * @throws when the script or a style sheet cannot be fetched; the next attempt asks again
 */
export async function loadWithStyles<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const [loaded] = await Promise.all([load(), ...files.map(loadStyles)]);
  return loaded;
}

function loadStyles(file: string): Promise<void> {
  const known = asked.get(file);
  if (known) return known;
  const loading = inDocument(file) ? Promise.resolve() : addLink(file);
  asked.set(file, loading);
  loading.catch(() => asked.delete(file));
  return loading;
}

function inDocument(file: string): boolean {
  return document.querySelector(`style[data-files~="${file}"]`) !== null;
}

function addLink(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `/${file}`;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`The style sheet ${file} cannot be fetched.`));
    };
    document.head.append(link);
  });
}

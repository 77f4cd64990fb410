/**
 * Loads the page's scripts, fonts and the style of all pages, which the gate's element names, after the query for the profile
 * (START-6). Chromium loads files named by tags or a header before it runs any script: the query left 0.1 s later on a slow phone.
 * @param files addresses: `entry` the browser's bundle; `sheet` the style; `fonts` with blanks between them
 * @returns resolves once the bundle has run and the style is there, rejects if one fails to load
 */
export function loadFiles({ entry = '', sheet, fonts }: DOMStringMap): Promise<unknown> {
  const bundle = new URL(entry, location.origin).href;
  // No script is needed for the first display, so fonts and pictures come first.
  appendLink({ rel: 'modulepreload', fetchPriority: 'low', href: bundle });
  const running = import(/* @vite-ignore */ bundle);
  for (const href of fonts?.split(' ') ?? [])
    appendLink({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href });
  return Promise.all([running, sheet && loadSheet(sheet)]);
}

/** Loads the style of all pages, which takes the place of the document's own: a page that is shown later finds its style. */
function loadSheet(href: string): Promise<unknown> {
  const ofDocument = document.querySelector('style');
  const link = appendLink({ rel: 'stylesheet', fetchPriority: 'low', href });
  return new Promise((resolve, reject) => {
    link.onload = () => resolve(ofDocument?.remove());
    link.onerror = reject;
  });
}

function appendLink(properties: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), properties);
  document.head.append(link);
  return link;
}

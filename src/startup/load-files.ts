/**
 * Loads the page's scripts and fonts, which the gate's element names, after the query for the profile (START-6). Chromium loads
 * files named by tags or a header before it runs any script: the query left 0.1 s later on a slow phone.
 * @param files addresses: `entry` the browser's bundle; `fonts` with blanks between them
 * @returns resolves once the bundle has run, rejects if it fails to load
 */
export function loadFiles({ entry = '', fonts }: DOMStringMap): Promise<unknown> {
  const bundle = new URL(entry, location.origin).href;
  // No script is needed for the first display, so fonts and pictures come first.
  appendLink({ rel: 'modulepreload', fetchPriority: 'low', href: bundle });
  const running = import(/* @vite-ignore */ bundle);
  for (const href of fonts?.split(' ') ?? [])
    appendLink({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href });
  return running;
}

function appendLink(properties: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), properties));
}

/**
 * Asks for the page's scripts and fonts, which the gate's own element names: after the profile, so that the query leaves
 * first (START-6). Named by tags or a header of the document, Chromium asks for them before it runs any script: on a slow
 * phone that kept the query back by 0.1 s and more.
 * @param files addresses: `entry` the browser's entry module; `modules` and `fonts` with blanks between them
 * @returns resolves once the entry module has run, rejects when it cannot be had
 */
export function askForFiles({ entry = '', modules, fonts }: DOMStringMap): Promise<unknown> {
  // Nothing that is displayed waits for a script: fonts and pictures come first.
  for (const href of [entry, ...listed(modules)])
    appendLink({ rel: 'modulepreload', fetchPriority: 'low', href });
  const running = import(/* @vite-ignore */ entry);
  for (const href of listed(fonts))
    appendLink({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href });
  return running;
}

function listed(addresses: string | undefined): string[] {
  return addresses ? addresses.split(' ') : [];
}

function appendLink(properties: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), properties));
}

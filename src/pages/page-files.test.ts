import { afterEach, beforeEach, expect, test, vi } from 'vitest';

class Sheet {
  css = '';
  replaceSync(css: string): void {
    this.css = css;
  }
}

let adoptedStyleSheets: Sheet[];
/** How the next requests end, by what they ask for. */
let requests: Map<string, PromiseWithResolvers<Response>[]>;

beforeEach(() => {
  vi.resetModules();
  adoptedStyleSheets = [];
  requests = new Map();
  const selector = '[data-files~="assets/home-page.css"],[href="/assets/home-page.css"]';
  vi.stubGlobal('CSSStyleSheet', Sheet);
  vi.stubGlobal('document', {
    adoptedStyleSheets,
    querySelector: (asked: string) => (asked === selector ? {} : null),
  });
  vi.stubGlobal('fetch', (address: string) => {
    const answer = Promise.withResolvers<Response>();
    requests.set(address, [...(requests.get(address) ?? []), answer]);
    return answer.promise;
  });
});
afterEach(() => vi.unstubAllGlobals());

const script = async () => ({ Page: 'the page' });
const answer = (file: string, response: Response) => requests.get(`/${file}`)?.at(-1)?.resolve(response);
const adopted = () => adoptedStyleSheets.map(({ css }) => css);

async function settled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol();
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

test('a page without style sheets of its own needs its script alone', async () => {
  const { loadWithFiles } = await import('./page-files.ts');
  await expect(loadWithFiles(script)).resolves.toEqual({ Page: 'the page' });
  expect(requests.size).toBe(0);
});

test('what came in the document is not asked for again', async () => {
  const { loadWithFiles } = await import('./page-files.ts');
  await loadWithFiles(script, ['assets/home-page.css']);
  expect(requests.size).toBe(0);
});

test('a page is not there before its style sheets, which are asked for and adopted once', async () => {
  const { loadWithFiles } = await import('./page-files.ts');
  const first = loadWithFiles(script, ['assets/about-page.css']);
  const second = loadWithFiles(script, ['assets/about-page.css']);
  expect(await settled(Promise.race([first, second]))).toBe(false);
  answer('assets/about-page.css', new Response('.about{}'));
  expect(await Promise.all([first, second])).toEqual([{ Page: 'the page' }, { Page: 'the page' }]);
  expect(requests.get('/assets/about-page.css')).toHaveLength(1);
  expect(adopted()).toEqual(['.about{}']);
});

test('a script is fetched before it is imported, so that Firefox never remembers a failed import', async () => {
  const { loadWithFiles } = await import('./page-files.ts');
  const load = vi.fn(script);
  const failed = loadWithFiles(load, ['assets/about-page.js']);
  answer('assets/about-page.js', Response.json(null, { status: 502 }));
  await expect(failed).rejects.toThrow();
  expect(load).not.toHaveBeenCalled();
  const again = loadWithFiles(load, ['assets/about-page.js']);
  answer('assets/about-page.js', new Response('export {}'));
  await expect(again).resolves.toEqual({ Page: 'the page' });
  expect(adopted()).toEqual([]);
});

test('style sheets stand in the order that the build names, whichever comes first', async () => {
  const { loadWithFiles } = await import('./page-files.ts');
  const page = loadWithFiles(script, ['assets/reading-page.css', 'assets/legal-page.css']);
  answer('assets/legal-page.css', new Response('.legal{}'));
  expect(await settled(page)).toBe(false);
  answer('assets/reading-page.css', new Response('.reading{}'));
  await page;
  expect(adopted()).toEqual(['.reading{}', '.legal{}']);
});

test.each([
  ['answered with an error', () => Response.json(null, { status: 404 })],
  ['not answered', () => Promise.reject(new TypeError('fetch failed'))],
])(
  'a style sheet that is %s fails the page, and is asked for again at the next attempt',
  async (_, refuse) => {
    const { loadWithFiles } = await import('./page-files.ts');
    const failed = loadWithFiles(script, ['assets/about-page.css']);
    requests.get('/assets/about-page.css')?.[0]?.resolve(refuse() as Promise<Response>);
    await expect(failed).rejects.toThrow();
    expect(adopted()).toEqual([]);
    const again = loadWithFiles(script, ['assets/about-page.css']);
    answer('assets/about-page.css', new Response('.about{}'));
    await expect(again).resolves.toEqual({ Page: 'the page' });
    expect(adopted()).toEqual(['.about{}']);
  },
);

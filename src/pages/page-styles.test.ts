import { afterEach, beforeEach, expect, test, vi } from 'vitest';

interface Link {
  href: string;
  onload(): void;
  onerror(): void;
  remove(): void;
}

let links: Link[];

/** A document whose inline style element holds these files. */
function stubDocument(files: string): void {
  links = [];
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (selector === `style[data-files~="${files}"]` ? {} : null),
    createElement() {
      const link: Partial<Link> = { remove: () => void links.splice(links.indexOf(link as Link), 1) };
      return link;
    },
    head: { append: (link: Link) => links.push(link) },
  });
}

beforeEach(() => {
  vi.resetModules();
  stubDocument('assets/home-page.css');
});
afterEach(() => vi.unstubAllGlobals());

const script = async () => ({ Page: 'the page' });

async function settled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol();
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

test('a page without style sheets of its own needs its script alone', async () => {
  const { loadWithStyles } = await import('./page-styles.ts');
  await expect(loadWithStyles(script)).resolves.toEqual({ Page: 'the page' });
  expect(links).toEqual([]);
});

test('what came in the document is not asked for again', async () => {
  const { loadWithStyles } = await import('./page-styles.ts');
  await loadWithStyles(script, ['assets/home-page.css']);
  expect(links).toEqual([]);
});

test('a page is not there before its style sheets, which are asked for once', async () => {
  const { loadWithStyles } = await import('./page-styles.ts');
  const first = loadWithStyles(script, ['assets/about-page.css']);
  const second = loadWithStyles(script, ['assets/about-page.css']);
  expect(await settled(Promise.race([first, second]))).toBe(false);
  expect(links).toMatchObject([{ rel: 'stylesheet', href: '/assets/about-page.css' }]);
  links[0]?.onload();
  expect(await Promise.all([first, second])).toEqual([{ Page: 'the page' }, { Page: 'the page' }]);
});

test('a style sheet that cannot be fetched fails the page, and is asked for again at the next attempt', async () => {
  const { loadWithStyles } = await import('./page-styles.ts');
  const failed = loadWithStyles(script, ['assets/about-page.css']);
  links[0]?.onerror();
  await expect(failed).rejects.toThrow('assets/about-page.css');
  expect(links).toEqual([]);
  const again = loadWithStyles(script, ['assets/about-page.css']);
  links[0]?.onload();
  await expect(again).resolves.toEqual({ Page: 'the page' });
});

import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { build, type Rollup } from 'vite';
import { allowedElements, unwrappedElements } from '../../src/profile/allowed-html.ts';
import { asBrowsersWrite, cleanPresentation } from '../../src/profile/clean-presentation.server.ts';
import { xssVectors } from './xss-vectors.ts';

const test = base.extend<object, { component: string }>({
  component: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => use(await bundledComponent()),
    { scope: 'worker', timeout: 120_000 },
  ],
});

// Even with the content security policy off: what the allow-list lets through is inert by itself.
test.use({ bypassCSP: true });

const vectors = Object.entries(xssVectors);
const ADDRESS = 'http://presentation.test/';

/** What reached the browser from a vector: code that ran, requests that left, pages that were gone to. */
async function listen(page: Page): Promise<string[]> {
  const struck: string[] = [];
  await page.exposeFunction('strike', (what: string) => struck.push(what));
  await page.addInitScript(() => {
    const { strike } = window as unknown as { strike(what: string): void };
    window.alert = () => strike('alert');
  });
  page.on('dialog', (dialog) => {
    struck.push('dialog');
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (/xss\.example/.test(request.url())) struck.push(`request ${request.url()}`);
  });
  await page.route(/xss\.example/, (route) => route.abort());
  return struck;
}

/** Does to every element of the presentation what a visitor could do. Gives what it holds that the list does not allow. */
function touchAll(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluate(
    async (box, allowed) => {
      const odd: string[] = [];
      for (const element of box.querySelectorAll<HTMLElement>('*')) {
        // Browsers let nobody take `is` away from an element; empty, it says nothing.
        const names = element
          .getAttributeNames()
          .filter(
            (name) => !['href', 'rel'].includes(name) && !(name === 'is' && !element.getAttribute(name)),
          );
        if (!allowed.includes(element.localName)) odd.push(element.localName);
        if (names.length > 0) odd.push(`${element.localName} ${names.join(' ')}`);
        const href = element.getAttribute('href');
        if (href !== null && !/^(https?:|mailto:|#|\/(?!\/)|[\w.%-]*$)/.test(href)) odd.push(`href ${href}`);
        element.addEventListener('click', (event) => {
          if ((element as HTMLAnchorElement).protocol !== 'javascript:') event.preventDefault();
        });
        for (const type of ['pointerover', 'mouseover', 'pointerenter', 'focus', 'toggle'])
          element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
      return odd;
    },
    [...allowedElements] as string[],
  );
}

test('the vectors strike where nothing is cleaned', async ({ page }) => {
  const struck = await listen(page);
  const dangerous = ['image error', 'SVG load', 'link to JavaScript', 'details opened', 'script'];
  for (const name of dangerous) {
    struck.length = 0;
    await page.goto('about:blank');
    await page.setContent(`<div id=box>${xssVectors[name]}</div>`);
    await touchAll(page, '#box');
    await expect.poll(() => struck, { message: name }).not.toEqual([]);
  }
});

test('cleaned by the server each vector is inert in the document', async ({ page }) => {
  const struck = await listen(page);
  for (const [name, html] of vectors) {
    await page.setContent(`<!doctype html><div id=box>${cleanPresentation(html)}</div><p id=after>after</p>`);
    expect(await touchAll(page, '#box'), name).toEqual([]);
    await expect(page.locator('body > #after'), name).toHaveText('after');
    expect(struck, name).toEqual([]);
  }
});

/** The component of the home page, bundled alone. */
async function bundledComponent(): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'presentation-page.tsx'), formats: ['iife'], name: 'page' },
    },
  })) as Rollup.RollupOutput[];
  return output[0]?.output[0].code ?? '';
}

const browsers = {
  'its own sanitiser': () => {},
  'DOMPurify, where it has none': () => {
    Object.defineProperty(Element.prototype, 'setHTML', { value: undefined });
  },
};

/** A page with nothing but the component. */
async function openComponent(page: Page, component: string): Promise<void> {
  await page.route(ADDRESS, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><body><script src="/page.js"></script>',
    }),
  );
  await page.route(`${ADDRESS}page.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: component }),
  );
  await page.goto(ADDRESS);
}

for (const [means, prepare] of Object.entries(browsers)) {
  test(`by ${means} the browser keeps of each text what the server keeps`, async ({ page, component }) => {
    await page.addInitScript(prepare);
    await openComponent(page, component);
    const texts = [
      '<p>a</p><script>b</script><style>c</style><svg><circle r="1"></circle></svg><p>d</p>',
      ...[...unwrappedElements, ...allowedElements.filter((name) => name !== 'br')].map(
        (name) =>
          `<${name} class="x" onclick="y()">a <em>b</em><script>c</script> <u>d</u></${name}><p>e</p>`,
      ),
    ];
    for (const text of texts) {
      await page.evaluate((html) => window.show(html), text);
      const kept = asBrowsersWrite(cleanPresentation(text));
      await expect
        .poll(() => page.locator('[data-profile=presentation]').innerHTML(), { message: text })
        .toBe(kept);
    }
  });

  test(`by ${means} the browser makes each vector inert`, async ({ page, component }) => {
    const struck = await listen(page);
    await page.addInitScript(prepare);
    await openComponent(page, component);
    for (const [name, html] of vectors) {
      await page.evaluate((text) => window.show(`<p>kept</p>${text}`), html);
      const box = page.locator('[data-profile=presentation]');
      await expect(box, name).toContainText('kept');
      expect(await touchAll(page, '[data-profile=presentation]'), name).toEqual([]);
      expect(struck, name).toEqual([]);
      expect(page.url()).toBe(ADDRESS);
    }
  });
}

import type { Page } from '@playwright/test';
import { allowedElements, unwrappedElements } from '../../src/profile/allowed-html.ts';
import { asBrowsersWrite, cleanPresentation } from '../../src/profile/clean-presentation.server.ts';
import { expect, test } from '../browser/fixtures.ts';
import { answerProfile, OTHER_PROFILE } from '../browser/graphql-route.ts';
import { xssVectors } from './xss-vectors.ts';

// Even with the content security policy off: what the allow-list lets through is inert by itself.
test.use({ bypassCSP: true });
test.beforeEach(({ noise }) => noise.allow(/./));

const vectors = Object.entries(xssVectors);
const PRESENTATION = '[data-profile=presentation]';

/** Lists what reaches the browser from a vector: code that ran (and in which frame), requests that left. */
async function listen(page: Page): Promise<string[]> {
  const struck: string[] = [];
  await page.exposeFunction('strike', (what: string) => struck.push(what));
  await page.addInitScript(() => {
    const { strike } = window as unknown as { strike(what: string): void };
    window.alert = () => strike(window.name);
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

/**
 * Does to every element of these boxes, or of the box of a frame, what a visitor could do, and waits until what they loaded has
 * failed. Gives what the boxes hold that the list does not allow, each after the name of its frame or the number of its box.
 */
function touchAll(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll(
    async (boxes, allowed) => {
      const odd: string[] = [];
      for (const [number, box] of boxes.entries()) {
        const frame = box instanceof HTMLIFrameElement ? box : undefined;
        const name = frame?.name ?? String(number);
        if (frame && !frame.contentDocument?.querySelector('body > #after')) odd.push(`${name}: no rest`);
        const within = frame ? frame.contentDocument?.querySelector('#box') : box;
        for (const element of within?.querySelectorAll<HTMLElement>('*') ?? []) {
          // Browsers let nobody take `is` away from an element; empty, it says nothing.
          const others = element
            .getAttributeNames()
            .filter(
              (each) => !['href', 'rel'].includes(each) && (each !== 'is' || element.getAttribute(each)),
            );
          if (!allowed.includes(element.localName)) odd.push(`${name}: ${element.localName}`);
          if (others.length > 0) odd.push(`${name}: ${element.localName} ${others.join(' ')}`);
          const href = element.getAttribute('href');
          if (href !== null && !/^(https?:|mailto:|#|\/(?!\/)|[\w.%-]*$)/.test(href))
            odd.push(`${name}: href ${href}`);
          element.addEventListener('click', (event) => {
            if ((element as HTMLAnchorElement).protocol !== 'javascript:') event.preventDefault();
          });
          for (const type of ['pointerover', 'mouseover', 'pointerenter', 'focus', 'toggle'])
            element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
          element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
        }
      }
      await new Promise((failed) => {
        Object.assign(new Image(), { onerror: failed, src: 'data:image/png,none' });
      });
      return odd;
    },
    [...allowedElements] as string[],
  );
}

/** Shows each text in a document of its own, a frame that has its name, and touches all of it. Gives what is odd. */
async function touchInFrames(page: Page, texts: [name: string, html: string][]): Promise<string[]> {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const frames = texts.map(([name, html]) => {
    const whole = `<!doctype html><div id=box>${html}</div><p id=after>after</p>`;
    return `<iframe name="${name}" srcdoc="${escaped(whole)}"></iframe>`;
  });
  await page.setContent(frames.join(''));
  return touchAll(page, 'iframe');
}

test('the vectors strike where nothing is cleaned', async ({ page }) => {
  const struck = await listen(page);
  const dangerous = ['image error', 'SVG load', 'link to JavaScript', 'details opened', 'script'];
  const odd = await touchInFrames(
    page,
    dangerous.map((name) => [name, xssVectors[name] ?? '']),
  );
  await expect.poll(() => struck).toEqual(expect.arrayContaining(dangerous));
  for (const name of dangerous) expect(odd.join('\n')).toContain(name);
});

test('HOME-5: cleaned by the server each vector is inert in the document', async ({ page }) => {
  const struck = await listen(page);
  expect(
    await touchInFrames(
      page,
      vectors.map(([name, html]) => [name, cleanPresentation(html)]),
    ),
  ).toEqual([]);
  expect(struck).toEqual([]);
});

const browsers = {
  'its own sanitiser': () => {},
  'DOMPurify, where it has none': () => {
    Object.defineProperty(Element.prototype, 'setHTML', { value: undefined });
  },
};

for (const [means, prepare] of Object.entries(browsers)) {
  test(`HOME-5: by ${means} the site keeps of a text what the server keeps, where the API cleans nothing`, async ({
    page,
  }) => {
    const text = [
      '<p>a</p><script>b</script><style>c</style><svg><circle r="1"></circle></svg><p>d</p>',
      ...[...unwrappedElements, ...allowedElements.filter((name) => name !== 'br')].map(
        (name) =>
          `<${name} class="x" onclick="y()">a <em>b</em><script>c</script> <u>d</u></${name}><p>e</p>`,
      ),
    ].join('');
    await page.addInitScript(prepare);
    await show(page, text);
    await expect
      .poll(() => page.locator(PRESENTATION).innerHTML())
      .toBe(asBrowsersWrite(cleanPresentation(text)));
  });

  test(`HOME-5: by ${means} each vector is inert, where the API cleans nothing`, async ({ page }) => {
    const struck = await listen(page);
    await page.addInitScript(prepare);
    // Those that swallow all that follows come last.
    for (let from = 0; from < vectors.length; from += 30) {
      const group = vectors.slice(from, from + 30).map(([, html]) => `<p>x</p>${html}`);
      await show(page, `<p>kept ${from}</p>${group.join('')}`);
      await expect(page.locator(PRESENTATION)).toContainText(`kept ${from}`);
      await expect(page.getByRole('main')).toBeVisible();
      expect(await touchAll(page, PRESENTATION)).toEqual([]);
      expect(struck).toEqual([]);
    }
  });
}

async function show(page: Page, presentation: string): Promise<void> {
  await answerProfile(page, { ...OTHER_PROFILE, presentation });
  await page.goto('/');
}

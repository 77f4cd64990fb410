import type { Page } from '@playwright/test';
import { asBrowsersWrite, cleanPresentation } from '../../src/profile/profile.server.ts';
import { allowedElements, unwrappedElements } from '../../src/profile/profile.ts';
import { displayed, expect, test } from '../browser/fixtures.ts';
import { answerProfile, OTHER_PROFILE } from '../browser/network.ts';
import { read } from '../support/root.ts';
import { typed } from '../support/signs.ts';

// The content security policy is off, because texts that pass the allow-list are harmless by themselves.
test.use({ bypassCSP: true });
test.beforeEach(({ noise }) => noise.allow(/./));

/**
 * One example of each way in which a presentation could run code, load something or leave its place, by its name; each calls
 * `alert`.
 */
const named = new Map([
  [
    'nested deeper than parsers like',
    `${'<b>'.repeat(600)}<img src=x onerror=alert(1)>${'</b>'.repeat(600)}`,
  ],
  ...read('tests/security/xss-vectors.txt')
    .trimEnd()
    .split('\n')
    .map((line) => typed(line).split(' → ') as [string, string]),
]);
const vectors = [...named.values()];
const PRESENTATION = '[data-profile=presentation]';

/** Lists the effects of a vector in the browser: code that ran, requests that left. */
async function listen(page: Page): Promise<string[]> {
  const struck: string[] = [];
  page.on('dialog', (dialog) => {
    struck.push(dialog.message());
    void dialog.dismiss();
  });
  await page.route(/xss\.example/, (route) => {
    struck.push(route.request().url());
    return route.abort();
  });
  return struck;
}

/**
 * Does everything to the elements of these boxes that a visitor could do, and waits until their loads have failed. Gives the
 * elements that the list does not allow as they are.
 */
function touchAll(page: Page, boxes: string): Promise<string[]> {
  return page.locator(`${boxes} *`).evaluateAll(
    async (elements, allowed) => {
      const odd = (elements as HTMLElement[]).filter((element) => {
        // Browsers do not let `is` be removed from an element, and an empty one has no effect.
        const others = element
          .getAttributeNames()
          .filter((each) => each !== 'href' && (each !== 'is' || element.getAttribute(each)));
        const href = element.getAttribute('href') ?? '';
        const leadsOut = !/^(https?:|mailto:|#|\/(?!\/)|[\w.%-]*$)/.test(href);
        return !allowed.includes(element.localName) || others.length > 0 || leadsOut;
      });
      for (const element of elements) {
        element.addEventListener('click', (event) => {
          if ((element as HTMLAnchorElement).protocol !== 'javascript:') event.preventDefault();
        });
        for (const type of ['pointerover', 'mouseover', 'pointerenter', 'focus', 'toggle'])
          element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      }
      await new Promise((failed) => {
        Object.assign(new Image(), { onerror: failed, src: 'data:image/png,none' });
      });
      return odd.map(({ outerHTML }) => outerHTML);
    },
    [...allowedElements] as string[],
  );
}

async function showBoxes(page: Page, texts: readonly (string | undefined)[]): Promise<void> {
  await page.setContent(texts.map((text) => `<section>${text}</section>`).join(''));
}

test('a vector works if nothing is cleaned', async ({ page }) => {
  const struck = await listen(page);
  for (const name of ['image error', 'SVG load', 'link to JavaScript', 'details opened', 'script'])
    await test.step(name, async () => {
      struck.length = 0;
      await showBoxes(page, [named.get(name)]);
      expect(await touchAll(page, 'section')).not.toEqual([]);
      await expect.poll(() => struck).not.toEqual([]);
    });
});

test('HOME-5: cleaned by the server each vector is inert in the document', async ({ page }) => {
  const struck = await listen(page);
  await showBoxes(page, vectors.map(cleanPresentation));
  await expect(page.locator('body > section'), 'none has left its box').toHaveCount(vectors.length);
  expect(await touchAll(page, 'section')).toEqual([]);
  expect(struck).toEqual([]);
});

const browsers = {
  'its own sanitiser': () => {},
  'DOMPurify, in a browser of 2022': () => {
    const setHTML = () => {
      throw new TypeError('The provided value is not of type Sanitizer.');
    };
    Object.defineProperty(Element.prototype, 'setHTML', { value: setHTML });
  },
};

for (const [means, prepare] of Object.entries(browsers)) {
  test(`START-4, HOME-5: by ${means} the site keeps of a text what the server keeps`, async ({ page }) => {
    const text = [
      '<p>a</p><script>b</script><style>c</style><svg><circle r="1"></circle></svg><p>d</p>',
      ...[...unwrappedElements, ...allowedElements.filter((name) => name !== 'br')].map(
        (name) =>
          `<${name} class="x" onclick="y()">a <em>b</em><script>c</script> <u>d</u></${name}><p>e</p>`,
      ),
      ...'https://a.example //a.example /contact #a mailto:a@a.example ftp://a.example a:b'
        .split(' ')
        .map((href) => `<a href="${href}" rel="me" target="_blank">${href}</a>`),
    ].join('');
    await page.addInitScript(prepare);
    await showOnHome(page, text);
    await expect
      .poll(() => page.locator(PRESENTATION).innerHTML())
      .toBe(asBrowsersWrite(cleanPresentation(text)));
  });

  test(`HOME-5: by ${means} each vector is inert, where the API cleans nothing`, async ({ page }) => {
    const struck = await listen(page);
    await page.addInitScript(prepare);
    // Vectors that swallow all that follows come last.
    for (let from = 0; from < vectors.length; from += 30) {
      const group = vectors.slice(from, from + 30).map((html) => `<p>x</p>${html}`);
      await showOnHome(page, `<p>kept ${from}</p>${group.join('')}`);
      await expect(page.locator(PRESENTATION)).toContainText(`kept ${from}`);
      await displayed(page);
      expect(await touchAll(page, PRESENTATION)).toEqual([]);
      expect(struck).toEqual([]);
    }
  });
}

async function showOnHome(page: Page, presentation: string): Promise<void> {
  await answerProfile(page, { ...OTHER_PROFILE, presentation });
  await page.goto('/');
}

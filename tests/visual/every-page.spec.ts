import type { Locator, Page } from '@playwright/test';
import { labels } from '../../src/words/labels.ts';
import { expect, test } from '../browser/fixtures.ts';
import { changedPoints } from '../browser/picture.ts';
import { longLines, readLines } from './lines.ts';
import { onPages, openPage } from './open-page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const EVERY = 'a, button, input, select, textarea';
const MAIN =
  'button, input, select, textarea, header nav a, main a[href="/contact"], main a[href="/"], footer a';

/** Matches controls that answer a pointer; those that look chosen already do not. */
const ANSWERING =
  'button:not([aria-selected=true]), input:not(:checked), select, textarea, a:not([aria-current], ol a)';

/** Least size in CSS pixels (WCAG 2.2, 2.5.8), which excepts links inside a sentence. */
const LEAST = 24;

/** Least size of the main controls in CSS pixels (2.5.5). */
const LEAST_OF_MAIN = 44;

const READ_AT = [320, 390, 600, 768, 900, 1024, 1280, 1920, 2560] as const;

/** A large screen turned upright. */
const HIGH = { width: 1440, height: 2560 };

/** A phone held sideways either way, and the parts that its camera and its own bar cover, in CSS pixels. */
const SIDEWAYS = { width: 844, height: 390 };
type Insets = Record<'left' | 'right' | 'bottom', number>;
const INSETS: readonly Insets[] = [
  { left: 47, right: 0, bottom: 48 },
  { left: 0, right: 47, bottom: 0 },
];

test('every page has large targets, lines one can read, and no text under a camera', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  const sizes = new Set<string>();
  await onPages(page, async () => {
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect.soft(await smallTargets(page, EVERY, LEAST, 'inline'), `${width} px`).toEqual([]);
      expect.soft(await smallTargets(page, MAIN, LEAST_OF_MAIN), `${width} px`).toEqual([]);
    }
    for (const width of READ_AT) {
      await page.setViewportSize({ width, height: 844 });
      const lines = await page.evaluate(readLines);
      expect.soft(longLines(lines), `${width} px`).toEqual([]);
      if (width === 1280) for (const { size } of lines) sizes.add(size);
    }
    await page.setViewportSize(HIGH);
    const foot = await page.getByRole('contentinfo').evaluate((each) => each.getBoundingClientRect().bottom);
    expect.soft(foot, 'of a page less high than the window').toBeGreaterThanOrEqual(HIGH.height);
    await page.setViewportSize(SIDEWAYS);
    for (const insets of INSETS) {
      await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
      expect.soft(await coveredTexts(page, insets)).toEqual([]);
    }
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
  });
  const [insets] = INSETS as [Insets];
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.getByRole('button', { name: labels.openMenu }).click();
  expect.soft(await coveredTexts(page, insets), 'of the drawer').toEqual([]);
  expect([...sizes].length, [...sizes].join(' ')).toBeLessThanOrEqual(8);
  expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain('viewport-fit=cover');
});

test('every control answers the pointer', async ({ page }) => {
  await onPages(page, async (name) => {
    const place = name === 'home' ? ['header nav', 'main', 'footer'] : ['main'];
    const controls = page.locator(place.join()).locator(ANSWERING).filter({ visible: true });
    for (const control of await controls.all()) {
      await control.scrollIntoViewIfNeeded();
      await page.mouse.move(0, 0);
      await expectAnswer(page, control, () => control.hover());
    }
  });
});

test('buttons answer a press, which a finger sees', async ({ page }) => {
  await openPage(page, '/');
  for (const controls of ['main a[href="/contact"]', 'header button']) {
    const button = page.locator(controls).first();
    await button.hover();
    await expectAnswer(page, button, () => page.mouse.down());
    await page.mouse.move(0, 0);
    await page.mouse.up();
  }
});

async function expectAnswer(page: Page, control: Locator, act: () => Promise<void>): Promise<void> {
  const clip = (await control.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const before = await page.screenshot({ clip });
  await act();
  const changed = await changedPoints(before, await page.screenshot({ clip }), 1);
  expect.soft(changed, `${control}`).toBeGreaterThan(0);
}

/** Returns names and sizes of smaller elements; invisible ones and links within a text, by their `display`, are left out. */
async function smallTargets(
  page: Page,
  selector: string,
  least: number,
  excepted?: string,
): Promise<string[]> {
  return page.locator(selector).evaluateAll(
    (elements, [limit, display]) =>
      elements
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => getComputedStyle(element).display !== display)
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width < limit || box.height < limit)
        .map(
          ({ element, box }) =>
            `${element.tagName} ${element.ariaLabel ?? element.textContent}: ${Math.round(box.width)} × ${Math.round(box.height)}`,
        ),
    [least, excepted] as const,
  );
}

/** Returns the texts that are partly covered, at the end of the page; those for screen readers are in a box of one pixel. */
function coveredTexts(page: Page, insets: Insets): Promise<string[]> {
  return page.evaluate(({ left: atLeft, right: atRight, bottom: atFoot }) => {
    const [end, foot] = [innerWidth - atRight, document.documentElement.scrollHeight - atFoot];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const covered: string[] = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const parent = texts.currentNode.parentElement;
      const seen = parent?.checkVisibility({ visibilityProperty: true }) && parent.offsetWidth !== 1;
      for (const { left, right, bottom, width } of range.getClientRects())
        if (seen && width > 1 && (left < atLeft || right > end || bottom + scrollY > foot))
          covered.push(`${texts.currentNode.textContent} (${left} to ${right})`);
    }
    return covered;
  }, insets);
}

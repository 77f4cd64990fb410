import type { Page } from '@playwright/test';
import { fixedPriceOffers } from '../../src/site.ts';
import { homeWords } from '../../src/words/home.ts';
import { startProject } from '../../src/words/specified.ts';
import { twoFrames } from './display.ts';
import { expect, open, test } from './fixtures.ts';
import { drag, scrollPosition, scrollToPosition, swipe } from './movement.ts';

const carousel = (page: Page) => page.locator('[aria-roledescription="carrousel"]');
const slides = (page: Page) => carousel(page).locator('[aria-roledescription="diapositive"]');
const next = (page: Page) => carousel(page).getByRole('button', { name: /suivant/i });
const previous = (page: Page) => carousel(page).getByRole('button', { name: /précédent/i });

const shown = (page: Page) => slides(page).filter({ visible: true });
const tabs = (page: Page) => carousel(page).getByRole('tab');

const COUNT = fixedPriceOffers.length;
const numbers = fixedPriceOffers.map((_offer, index) => index + 1);

async function expectSlide(page: Page, number: number): Promise<void> {
  await expect(shown(page)).toHaveAttribute('aria-label', new RegExp(`^${number} sur ${COUNT}`));
}

test.describe('with the movements of the site', () => {
  test.use({ film: 'moving', viewport: { width: 640, height: 480 } });

  test('CAR-1: nothing slides by itself, nothing is animated', async ({ page }) => {
    await page.clock.install();
    await open(page, '/');
    await carousel(page).scrollIntoViewIfNeeded();
    await expectSlide(page, 1);
    // No interval brings the carousel back to its first slide at all these moments.
    for (const time of ['00:11', '00:13', '01:36', '30:00']) {
      await page.clock.runFor(time);
      await expectSlide(page, 1);
    }
    const animations = await next(page).evaluate(async (button: HTMLButtonElement) => {
      button.click();
      await new Promise(requestAnimationFrame);
      const carousel = button.closest('section');
      return carousel?.querySelector('[aria-live]')?.getAnimations({ subtree: true }).length;
    });
    expect(animations).toBe(0);
    await expectSlide(page, 2);
  });
});

test('CAR-2, CAR-3, CAR-4: buttons, arrow keys and names change the slide', async ({ page }) => {
  await open(page, '/');
  await expectSlide(page, 1);
  await previous(page).click();
  await expectSlide(page, COUNT);
  await next(page).click();
  await expectSlide(page, 1);
  await expect(next(page)).toBeFocused();
  // The focus stays in the carousel when it was on a link of the slide.
  await shown(page).getByText(startProject).focus();
  for (const number of [...numbers.slice(1), 1]) {
    await page.keyboard.press('ArrowRight');
    await expectSlide(page, number);
    // A browser takes the focus from a hidden element at its next rendering, not at once.
    await twoFrames(page);
    await expect(carousel(page).locator(':focus')).toBeVisible();
  }
  await page.keyboard.press('ArrowLeft');
  await expectSlide(page, COUNT);
  for (const key of ['ArrowUp', 'ArrowDown', 'Home']) await page.keyboard.press(key);
  // These combinations are the browser's own, such as Back and Forward.
  for (const key of ['Shift', 'Control', 'Alt', 'Meta']) await page.keyboard.press(`${key}+ArrowRight`);
  await page.keyboard.press('ArrowLeft');
  await expectSlide(page, COUNT - 1);
  await expect(tabs(page)).toHaveText(fixedPriceOffers.map(({ tab, shortPrice }) => `${tab} ${shortPrice}`));
  for (const [index, { titre, tab }] of fixedPriceOffers.entries()) {
    await tabs(page).nth(index).click();
    await expectSlide(page, index + 1);
    await expect(shown(page)).toContainText(titre);
    await expect(carousel(page).getByRole('tab', { selected: true })).toContainText(tab);
    const panel = await tabs(page).nth(index).getAttribute('aria-controls');
    await expect(shown(page)).toHaveId(String(panel));
  }
  await page.keyboard.press('ArrowRight');
  await expectSlide(page, 1);
  await expect(tabs(page).first()).toBeFocused();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

  test('CAR-2: a swipe of more than 40 px changes the slide both ways, nothing else', async ({ page }) => {
    await open(page, '/');
    // The second swipe begins at the slide where the first ended, because events come in order.
    for (const x of [-40, -41]) await swipe(page, shown(page), { x });
    await expectSlide(page, 2);
    await swipe(page, shown(page), { x: 41 });
    await expectSlide(page, 1);
    // Five names are in view; a finger scrolls a row of six.
    for (const tab of await tabs(page).all()) await expect(tab).toBeInViewport({ ratio: 1 });
    const row = carousel(page).getByRole('tablist');
    await row.evaluate((names) => names.append(names.children[4]?.cloneNode(true) ?? ''));
    await swipe(page, tabs(page).first(), { x: -60 });
    await expectSlide(page, 1);
    await expect.poll(() => row.evaluate((names) => names.scrollLeft)).toBeGreaterThan(0);
    for (const [button, number] of [
      [previous, COUNT],
      [next, 1],
    ] as const) {
      await button(page).click();
      await expect(tabs(page).nth(number - 1), 'the row follows').toBeInViewport({ ratio: 1 });
    }
    // A touch is no swipe if it scrolled before, goes as far down as aside, or enlarges the page with a second finger.
    await touch(page, [[0, 0]], [[0, 16]], [[-55, 0]], []);
    await touch(page, [[0, 0]], [[-60, -60]], []);
    const [one, other] = [[-40, 0] as const, [40, -120] as const];
    await touch(page, [[0, 0]], [one, other], [[-80, 0]], []);
    await touch(page, [one, other], [[-90, 0]], []);
    await expect(shown(page).locator('..')).toHaveCSS('touch-action', 'pan-y pinch-zoom');
    await expectSlide(page, 1);
    const before = await scrollPosition(page);
    await swipe(page, shown(page), { y: -150, x: -30 });
    await expect.poll(() => scrollPosition(page)).not.toBe(before);
    await expectSlide(page, 1);
    await touch(page, [[0, 0]], [[0, 15]], [[-41, 15]], []);
    await expectSlide(page, 2);
  });

  test('CAR-2: the buttons stay in their place, so that one can go on tapping', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await open(page, '/');
    await page.evaluate("document.documentElement.style.fontSize = '115%'");
    await next(page).scrollIntoViewIfNeeded();
    const { x = 0, y = 0 } = (await next(page).boundingBox()) ?? {};
    for (const number of numbers.slice(1)) {
      await page.touchscreen.tap(x + 20, y + 20);
      await expectSlide(page, number);
    }
    await expect(page).toHaveURL('/');
  });

  test('CAR-2: while the page is zoomed in a finger moves the view, not the slide', async ({ page }) => {
    await open(page, '/');
    await shown(page).scrollIntoViewIfNeeded();
    const session = await page.context().newCDPSession(page);
    const left = () => page.evaluate(() => Math.round(visualViewport?.offsetLeft ?? Number.NaN));
    await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
    await drag(session, await middleInView(page), { x: -150 });
    await expect.poll(left).toBeGreaterThan(50);
    const moved = await left();
    await drag(session, await middleInView(page), { x: 150 });
    await expect.poll(left).toBeLessThan(moved);
    await touch(page, [[0, 0]], [[-80, 0]], []);
    await expectSlide(page, 1);
    await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
    await swipe(page, shown(page), { x: -41 });
    await expectSlide(page, 2);
  });
});

/** Touches the shown slide, for a browser that, unlike this one, cancels no touch when it scrolls or enlarges the page. */
async function touch(
  page: Page,
  ...moments: (readonly (readonly [x: number, y: number])[])[]
): Promise<void> {
  await shown(page).evaluate((slide, all) => {
    for (const [index, places] of all.entries()) {
      const touches = places.map(
        ([clientX, clientY], identifier) => new Touch({ identifier, target: slide, clientX, clientY }),
      );
      const type = index === 0 ? 'touchstart' : places.length === 0 ? 'touchend' : 'touchmove';
      slide.dispatchEvent(new TouchEvent(type, { touches, bubbles: true }));
    }
  }, moments);
}

/** Returns the middle of the part of the slide in the zoomed view, as the browser's input counts. */
async function middleInView(page: Page): Promise<{ x: number; y: number }> {
  await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(2);
  // The carousel learns of the zoom in the next frame.
  await expect(carousel(page)).toHaveAttribute('data-zoomed-in', 'true');
  await twoFrames(page);
  return shown(page).evaluate((element) => {
    const { scale = 1, offsetLeft = 0, offsetTop = 0, width = 0, height = 0 } = visualViewport ?? {};
    const box = element.getBoundingClientRect();
    const x = (Math.max(box.left - offsetLeft, 0) + Math.min(box.right - offsetLeft, width)) / 2;
    const y = (Math.max(box.top - offsetTop, 0) + Math.min(box.bottom - offsetTop, height)) / 2;
    return { x: Math.round(x * scale), y: Math.round(y * scale) };
  });
}

test('CAR-4: title, names and card are in view after ‘Voir nos services’', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/');
  for (const [width, height] of [
    [1280, 800],
    [1366, 768],
    [390, 844],
  ] as const)
    await test.step(`${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await scrollToPosition(page, 0);
      await page.getByRole('link', { name: homeWords.seeServices }).click();
      await expect.poll(() => scrollPosition(page)).toBeGreaterThan(300);
      const bar = await page.getByRole('banner').locator('> div').first().boundingBox();
      for (const part of [
        page.getByRole('heading', { name: homeWords.services.title }),
        carousel(page).getByRole('tablist'),
        shown(page).getByRole('article'),
      ]) {
        const box = await part.boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual(Number(bar?.height));
        expect(Number(box?.y) + Number(box?.height)).toBeLessThanOrEqual(height);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
});

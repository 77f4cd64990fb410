import type { Page } from '@playwright/test';
import { readOut } from './display.ts';
import { expect, open, test } from './fixtures.ts';
import { answerProfile, OTHER_PROFILE } from './graphql-route.ts';

test.use({ waitsTheSecond: true });

declare global {
  interface Window {
    typed?: string[];
    intervalsAtWork?: Set<number>;
  }
}

/** Records the part of the job title that each frame shows, wherever it stands. Call before `goto`. */
async function recordTyping(page: Page, title: string): Promise<void> {
  await page.addInitScript((whole) => {
    const seen: string[] = [];
    window.typed = seen;
    const isHidden = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return (
        width <= 4 ||
        height <= 4 ||
        !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      );
    };
    const isInsideHidden = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (isHidden(element) || isInsideHidden(element.parentElement));
    const shownText = (node: Node): string => {
      if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
      return node instanceof HTMLElement && !isHidden(node)
        ? [...node.childNodes].map(shownText).join('')
        : '';
    };
    const look = () => {
      const parts = [...document.querySelectorAll('header *, main *')]
        .filter(
          (element) => element.textContent.trim().startsWith(whole.slice(0, 9)) && !isInsideHidden(element),
        )
        .map((element) => shownText(element).trim())
        .filter((text) => text !== '' && whole.startsWith(text));
      const longest = parts.sort((one, other) => other.length - one.length)[0];
      if (longest !== undefined && seen.at(-1) !== longest) seen.push(longest);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, title);
}

/** Intervals count drawn frames and not time, so that a busy machine skips none of their steps. Call before `goto`. */
async function countIntervalsInFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const afterFrames = (frames: number, go: () => void): void => {
      if (frames === 0) go();
      else requestAnimationFrame(() => afterFrames(frames - 1, go));
    };
    const atWork = new Set<number>();
    let made = 0;
    const everyThirdFrame = (id: number, handler: () => void) =>
      afterFrames(3, () => {
        if (!atWork.has(id)) return;
        handler();
        everyThirdFrame(id, handler);
      });
    Object.assign(window, {
      intervalsAtWork: atWork,
      setInterval: (handler: () => void) => {
        made += 1;
        atWork.add(made);
        everyThirdFrame(made, handler);
        return made;
      },
      clearInterval: (id: number) => atWork.delete(id),
    });
  });
}

test('HOME-4: from 600 px the job title appears letter by letter, and then nothing goes on', async ({
  page,
}) => {
  await answerProfile(page);
  await countIntervalsInFrames(page);
  await recordTyping(page, OTHER_PROFILE.metier);
  await page.setViewportSize({ width: 600, height: 800 });
  await open(page, '/');
  await expect.poll(() => page.evaluate(() => window.typed?.at(-1))).toBe(OTHER_PROFILE.metier);
  const typed = (await page.evaluate(() => window.typed)) ?? [];
  const prefixes = [...OTHER_PROFILE.metier].map((_letter, index) =>
    OTHER_PROFILE.metier.slice(0, index + 1),
  );
  expect(typed).toEqual(prefixes.filter((text) => text === text.trim()));
  expect(await page.evaluate(() => window.intervalsAtWork?.size)).toBe(0);
});

for (const { name, width, reducedMotion } of [
  { name: 'below 600 px', width: 599, reducedMotion: 'no-preference' },
  { name: 'with reduced motion', width: 1280, reducedMotion: 'reduce' },
] as const) {
  test(`HOME-4: the job title is plain ${name}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await answerProfile(page);
    await recordTyping(page, OTHER_PROFILE.metier);
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/');
    await page.waitForTimeout(700);
    expect(await page.evaluate(() => window.typed)).toEqual([OTHER_PROFILE.metier]);
  });
}

test('HOME-4: assistive technology reads the job title once, whole, at every moment', async ({ page }) => {
  await answerProfile(page);
  await open(page, '/');
  for (let look = 0; look < 4; look += 1) {
    const lines = (await readOut(page)).filter(
      (line) => line.startsWith('StaticText') || line.startsWith('paragraph'),
    );
    const texts = lines.map((line) => line.replace(/^\w+: /, ''));
    const pieces = texts.filter((text) => text !== '' && OTHER_PROFILE.metier.startsWith(text.trim()));
    expect([...new Set(pieces)]).toEqual([OTHER_PROFILE.metier]);
    expect(texts.filter((text) => text === OTHER_PROFILE.metier).length).toBe(1);
  }
});

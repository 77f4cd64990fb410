import type { CDPSession, Page } from '@playwright/test';
import { wcagLuminance } from 'culori';
import sharp, { type Sharp } from 'sharp';
import { homeWords } from '../../src/words/home.ts';
import { displayed, expect, hydrated, test } from './fixtures.ts';
import { onlyColourOf } from './picture.ts';

test.use({ waitsTheSecond: true, film: 'moving' });

/** Contrast that texts need (WCAG 2.2, 1.4.3). */
const TEXT = 4.5;
/** How many times slower the processor is made, and how long frames are recorded after the display. */
const SLOWED = 5;
const LOOKED_AT_MS = 1500;

/** The words of the first view, each by a visitor's name for it; the bar's links are in a drawer on phones. */
const WORDS: Readonly<Record<string, (page: Page) => ReturnType<Page['locator']>>> = {
  studio: (page) => page.getByRole('banner').locator('a:has(> svg) > span').first(),
  link: (page) => page.getByRole('navigation').getByRole('link').first(),
  name: (page) => page.getByRole('heading', { level: 1 }),
  'job title': (page) => page.locator('main p').first(),
  presentation: (page) => page.locator('main [data-profile=presentation] p').first(),
  action: (page) => page.getByRole('link', { name: homeWords.seeServices }),
};

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [width, height] of [
        [390, 844],
        [1440, 900],
      ] as const)
        test(`START-7: each word is legible in each frame, ${width} px, ${colorScheme} mode`, async ({
          page,
        }) => {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height });
          const session = await page.context().newCDPSession(page);
          const frames = await recordFrames(session);
          await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
          await page.goto('/');
          if (javaScriptEnabled) {
            await displayed(page);
            await hydrated(page);
          }
          await page.waitForTimeout(LOOKED_AT_MS);
          await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
          // The job title is typed to its end (HOME-4).
          if (javaScriptEnabled) await expect(page.locator('main [data-profile=metier]')).toBeVisible();
          const places = await placesOf(page);
          // A busy machine may need longer to paint the page for the first time.
          const leastOfLast = async () => {
            const [last] = await framesShown(frames.slice(-1), { width, height });
            return last ? Math.min(...(await contrastsIn(last.image, places))) : 0;
          };
          await expect.poll(leastOfLast).toBeGreaterThanOrEqual(TEXT);
          await session.send('Page.stopScreencast');
          const shown = await framesShown(frames, { width, height });
          const all: number[][] = [];
          // Together the points of all frames would fill the memory.
          for (const { image } of shown) all.push(await contrastsIn(image, places));
          for (const [index, [name]] of places.entries()) {
            const contrasts = all.map((each) => each[index] ?? 0);
            // The job title is typed (HOME-4), and without scripts the page is displayed while it arrives.
            const comesLater = name === 'job title' || !javaScriptEnabled;
            const first = comesLater ? contrasts.findIndex((each) => each >= TEXT) : 0;
            expect
              .soft(Math.min(...contrasts.slice(first)), `${name}: ${contrasts.map(Math.round)}`)
              .toBeGreaterThanOrEqual(TEXT);
          }
        });
  });

interface Frame {
  image: Buffer;
  /** Seconds since 1970. */
  at: number;
}

async function recordFrames(session: CDPSession): Promise<Frame[]> {
  const frames: Frame[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
    frames.push({ image: Buffer.from(data, 'base64'), at: metadata.timestamp ?? 0 });
    // The session may have ended.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await session.send('Page.startScreencast', { format: 'png' });
  return frames;
}

/** Leaves out the blank screen before the display, and frames from before the window had its size. */
async function framesShown(
  taken: readonly Frame[],
  size: { width: number; height: number },
): Promise<readonly Frame[]> {
  // Chromium encodes frames in several threads, so two may come in the wrong order.
  const all = taken.toSorted((one, other) => one.at - other.at);
  const sizes = await Promise.all(all.map(({ image }) => sharp(image).metadata()));
  const frames = all.filter(
    (_, index) => sizes[index]?.width === size.width && sizes[index].height === size.height,
  );
  const colours = await Promise.all(frames.map(({ image }) => onlyColourOf(image)));
  return frames.slice(colours.findLastIndex((colour) => colour !== undefined) + 1);
}

type Place = Readonly<Record<'left' | 'top' | 'width' | 'height', number>>;

async function placesOf(page: Page): Promise<[string, Place][]> {
  const places: [string, Place][] = [];
  for (const [name, locate] of Object.entries(WORDS)) {
    const word = locate(page);
    if (await word.isVisible()) places.push([name, await word.evaluate(firstLineOf)]);
  }
  return places;
}

/** Runs in the page; returns the place of an element's first line. */
function firstLineOf(element: Element): Place {
  const range = document.createRange();
  range.selectNodeContents(element);
  const [line] = [...range.getClientRects()].filter(({ width }) => width > 1);
  const at = (side: keyof Place) => Math.round(line?.[side] ?? 0);
  return { left: at('left'), top: at('top'), width: at('width'), height: at('height') };
}

/** Returns the contrast of the ink in each place; ink is the hundredth of the points most unlike the others. */
async function contrastsIn(frame: Buffer, places: readonly [string, Place][]): Promise<number[]> {
  // A frame is decoded once for all its places.
  const { data, info } = await sharp(frame).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return Promise.all(places.map(([, place]) => contrastIn(sharp(data, { raw: info }).extract(place))));
}

async function contrastIn(place: Sharp): Promise<number> {
  const points = await place.raw().toBuffer();
  const lights: number[] = [];
  for (let at = 0; at < points.length; at += 3) {
    const [r = 0, g = 0, b = 0] = Array.from(points.subarray(at, at + 3), (part) => part / 255);
    lights.push(wcagLuminance({ mode: 'rgb', r, g, b }));
  }
  lights.sort((a, b) => a - b);
  const [dark = 0, ground = 0, light = 0] = [0.01, 0.5, 0.99].map(
    (part) => lights[Math.floor(part * lights.length)],
  );
  return Math.max((light + 0.05) / (ground + 0.05), (ground + 0.05) / (dark + 0.05));
}

import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../browser/fixtures.ts';

/*
 * A phone six times slower than this machine: no frame may keep the visitor waiting for more than 50 ms, which is where
 * the browser's own long animation frames begin. Another program's load can lengthen a frame here, and never shorten
 * one: what the page itself does wrong shows in every attempt, so the best of three counts.
 */
const SLOWDOWN = 6;
const ATTEMPTS = 3;

declare global {
  interface Window {
    longFrames: string[];
  }
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('with the processor slowed 6 times, no frame is over 50 ms at the opening', async ({ page }) => {
  await expectSmooth(page, async () => {
    await displayed(page);
    await page.waitForTimeout(1_000);
  });
});

test('with the processor slowed 6 times, no frame is over 50 ms when the drawer opens and closes', async ({
  page,
}) => {
  await expectSmooth(page, async () => {
    await displayed(page);
    await forget(page);
    await page.getByRole('button', { name: /ouvrir le menu/i }).tap();
    await page.waitForTimeout(500);
    await page.getByRole('button', { name: /fermer le menu/i }).tap();
    await page.waitForTimeout(500);
  });
});

test('with the processor slowed 6 times, no frame is over 50 ms while scrolling', async ({
  page,
  context,
}) => {
  const session = await context.newCDPSession(page);
  await expectSmooth(page, async () => {
    await displayed(page);
    await forget(page);
    for (const yDistance of [-2400, 2400]) await drag(session, yDistance);
  });
});

async function expectSmooth(page: Page, act: () => Promise<void>): Promise<void> {
  await page.addInitScript(recordLongFrames);
  const session = await page.context().newCDPSession(page);
  let frames: string[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await act();
    frames = await page.evaluate(() => window.longFrames);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    if (frames.length === 0) return;
  }
  expect(frames).toEqual([]);
}

async function displayed(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('main')).toBeVisible();
}

/** The opening has its own test. */
async function forget(page: Page): Promise<void> {
  await page.waitForTimeout(600);
  await page.evaluate(() => {
    window.longFrames = [];
  });
}

async function drag(session: CDPSession, yDistance: number): Promise<void> {
  await session.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 420,
    yDistance,
    speed: 3000,
    gestureSourceType: 'touch',
  });
}

interface ScriptTiming {
  invoker: string;
  duration: number;
}

interface LongFrame extends PerformanceEntry {
  renderStart: number;
  scripts: ScriptTiming[];
}

/** Runs in the page: keeps the long frames from the display on. */
function recordLongFrames(): void {
  window.longFrames = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LongFrame[]) {
      const reveal = performance.getEntriesByName('gate:reveal')[0]?.startTime ?? Number.POSITIVE_INFINITY;
      if (entry.startTime + entry.duration < reveal) continue;
      const scripts = entry.scripts.map(({ invoker, duration }) => `${invoker} ${Math.round(duration)} ms`);
      const after = Math.round(entry.startTime - reveal);
      window.longFrames.push(
        `${Math.round(entry.duration)} ms, ${after} ms after the display: ${scripts.join(', ')}`,
      );
    }
  }).observe({ type: 'long-animation-frame', buffered: true });
}

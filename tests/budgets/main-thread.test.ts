import { afterAll, beforeAll, expect, test } from 'vitest';
import { twoFrames } from '../browser/display.ts';
import { type Site, startSite } from '../support/site.ts';
import { type Visit, visit } from './visit.ts';

/** Counts of work and not times, so that a slow machine gives the same answer. */
const budget = {
  /** Layouts from the first byte to the moment before the page is displayed. */
  layouts: 10,
  /** Layouts that displaying the page costs: it is laid out while it is hidden. */
  layoutsOfReveal: 3,
  /** Elements whose style the first frame works out: those near the view that Chromium cannot simply make visible. */
  styledInFirstFrame: 67,
  nodes: 1200,
  listeners: 250,
} as const;

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(async () => {
  await site.stop();
});

async function metrics({ cdp }: Visit): Promise<Record<string, number>> {
  const { metrics: found } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(found.map(({ name, value }) => [name, value]));
}

test('the home page is laid out while hidden, with few layouts, nodes and listeners', async () => {
  await using home = await visit(site.url, undefined, async (page) => {
    // Without the video: its decoding is not the page's work.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // On a slow machine idle moments come before the two frames are over, and what is far below is laid out in them.
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  });
  const hidden = await metrics(home);
  await home.reveal();
  await twoFrames(home.page);
  const shown = await metrics(home);
  expect(hidden['LayoutCount']).toBeGreaterThan(0);
  expect(hidden['LayoutCount']).toBeLessThanOrEqual(budget.layouts);
  expect((shown['LayoutCount'] ?? 0) - (hidden['LayoutCount'] ?? 0)).toBeLessThanOrEqual(
    budget.layoutsOfReveal,
  );
  expect(shown['Nodes']).toBeLessThanOrEqual(budget.nodes);
  expect(shown['JSEventListeners']).toBeLessThanOrEqual(budget.listeners);
});

/** Elements whose style was worked out in the first frame that displays the page. */
function styledInFirstFrame(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as {
    traceEvents: { name: string; ts: number; args: { elementCount?: number } }[];
  };
  const reveal = traceEvents.find(({ name }) => name === 'gate:reveal');
  if (!reveal) throw new Error('The trace does not show the page displayed');
  const frames = traceEvents
    .filter(({ name, ts }) => name === 'UpdateLayoutTree' && ts > reveal.ts)
    .sort((a, b) => a.ts - b.ts);
  return frames[0]?.args.elementCount ?? 0;
}

test('displaying the home page on a phone works out the style of few elements', async () => {
  await using home = await visit(site.url);
  const browser = home.page.context().browser();
  await browser?.startTracing(home.page, { categories: ['devtools.timeline', 'blink.user_timing'] });
  await home.reveal();
  await twoFrames(home.page);
  const trace = await browser?.stopTracing();
  const styled = styledInFirstFrame(trace ?? Buffer.from('{}'));
  expect(styled).toBeGreaterThan(0);
  expect(styled).toBeLessThanOrEqual(budget.styledInFirstFrame);
  // What that frame left out follows by itself: a picture of the whole page has no hole, without anybody scrolling there.
  const isLaidOut = (selector: string) =>
    document.querySelector(selector)?.checkVisibility({ contentVisibilityAuto: true });
  for (const selector of ['[aria-roledescription="carrousel"] h4', 'footer a'])
    await home.page.waitForFunction(isLaidOut, selector, { timeout: 5_000 });
});

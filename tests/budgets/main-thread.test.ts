import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Site, startSite } from '../support/site.ts';
import { type Visit, visit } from './visit.ts';

/** Counts of work and not times, so that a slow machine gives the same answer. */
const budget = {
  /** Layouts from the first byte to the moment before the page is displayed. */
  layouts: 10,
  /** Layouts that displaying the page costs: it is laid out while it is hidden. */
  layoutsOfReveal: 3,
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
  });
  const hidden = await metrics(home);
  await home.reveal();
  await home.page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const shown = await metrics(home);
  expect(hidden['LayoutCount']).toBeGreaterThan(0);
  expect(hidden['LayoutCount']).toBeLessThanOrEqual(budget.layouts);
  expect((shown['LayoutCount'] ?? 0) - (hidden['LayoutCount'] ?? 0)).toBeLessThanOrEqual(
    budget.layoutsOfReveal,
  );
  expect(shown['Nodes']).toBeLessThanOrEqual(budget.nodes);
  expect(shown['JSEventListeners']).toBeLessThanOrEqual(budget.listeners);
});

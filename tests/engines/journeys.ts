import { it as base } from 'vitest';
import { controlJourneys } from './control.journey.ts';
import type { Engine } from './engine.ts';
import { startFront } from './front.ts';
import { pageJourneys } from './page.journey.ts';
import { visitorOf } from './visitor.ts';

/** Declares tests that have the site's front and a visitor, whose window is that of a laptop. */
function journeyIn(start: () => Promise<Engine>) {
  return (
    base
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's needs from this pattern
      .extend('front', { scope: 'file' }, async ({}, { onCleanup }) => {
        const front = await startFront();
        onCleanup(front.stop);
        return front;
      })
      // biome-ignore lint/correctness/noEmptyPattern: as above
      .extend('engine', { scope: 'file' }, async ({}, { onCleanup }) => {
        const engine = await start();
        onCleanup(engine.close);
        return engine;
      })
      .extend('visitor', async ({ engine, front }) => {
        await engine.resize(1280, 800);
        return visitorOf(engine, front.url);
      })
  );
}

export type Journey = ReturnType<typeof journeyIn>;

/**
 * Runs the journeys in one more engine than that of `tests/browser`, for what an engine decides: layout, focus, dialogs,
 * scrolling, modules, cleaning of HTML.
 */
export function journeysIn(start: () => Promise<Engine>, ownJourneys = (_it: Journey) => {}): void {
  const it = journeyIn(start);
  pageJourneys(it);
  controlJourneys(it);
  ownJourneys(it);
}

import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { controlJourneys } from './control.journey.ts';
import { BROWSER_GONE, type Engine } from './engine.ts';
import { type Front, startFront } from './front.ts';
import { pageJourneys } from './page.journey.ts';
import { type Visitor, visitorOf } from './visitor.ts';

/** The environment of every journey; filled before the first of them runs. */
export interface Scene {
  visitor: Visitor;
  front: Front;
}

/**
 * WebKitGTK's painting thread may crash the browser on a loaded machine (SkiaGPUWorker, a signal 11 in its own code). That
 * journey alone is repeated in a new browser. Error messages of polls end with these words.
 */
const retry = { count: 1, condition: new RegExp(`${BROWSER_GONE}$`) };

/**
 * Runs the journeys in one more engine than that of `tests/browser`, for what an engine decides: layout, focus, dialogs,
 * scrolling, modules, cleaning of HTML.
 */
export function journeysIn(
  name: string,
  start: () => Promise<Engine>,
  ownJourneys = (_scene: Scene) => {},
): void {
  describe(name, { retry }, () => {
    const scene = {} as Scene;
    let engine: Engine | undefined;

    beforeAll(async () => {
      scene.front = await startFront();
    });

    beforeEach(async () => {
      const isThere = await engine?.run(() => true, null).catch(() => false);
      if (!isThere) {
        await engine?.close().catch(() => {});
        engine = await start();
        scene.visitor = visitorOf(engine, scene.front.url);
      }
      await engine?.resize(1280, 800);
    });

    afterAll(async () => {
      await engine?.close();
      await scene.front?.stop();
    });

    pageJourneys(scene);
    controlJourneys(scene);
    ownJourneys(scene);
  });
}

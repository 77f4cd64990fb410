import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { controlJourneys } from './control.journey.ts';
import type { Engine } from './engine.ts';
import { type Front, startFront } from './front.ts';
import { pageJourneys } from './page.journey.ts';
import { type Visitor, visitorOf } from './visitor.ts';

/** The environment of every journey; filled before the first of them runs. */
export interface Scene {
  visitor: Visitor;
  front: Front;
}

/**
 * Runs the journeys in one more engine than that of `tests/browser`, for what an engine decides: layout, focus, dialogs,
 * scrolling, modules, cleaning of HTML.
 */
export function journeysIn(
  name: string,
  start: () => Promise<Engine>,
  ownJourneys = (_scene: Scene) => {},
): void {
  describe(name, () => {
    const scene = {} as Scene;
    let engine: Engine | undefined;

    beforeAll(async () => {
      scene.front = await startFront();
      engine = await start();
      scene.visitor = visitorOf(engine, scene.front.url);
    });

    beforeEach(() => engine?.resize(1280, 800));

    afterAll(async () => {
      await engine?.close();
      await scene.front?.stop();
    });

    pageJourneys(scene);
    controlJourneys(scene);
    ownJourneys(scene);
  });
}

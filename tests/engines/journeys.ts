import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { type Site, startSite } from '../support/site.ts';
import { carouselJourneys } from './carousel.journey.ts';
import { drawerJourneys } from './drawer.journey.ts';
import { BROWSER_GONE, type Engine } from './engine.ts';
import { formJourneys } from './form.journey.ts';
import { type Front, startFront } from './front.ts';
import { gateJourneys } from './gate.journey.ts';
import { navigationJourneys } from './navigation.journey.ts';
import { type Visitor, visitorOf } from './visitor.ts';

/** What every journey gets; filled before the first of them runs. */
export interface Scene {
  visitor: Visitor;
  front: Front;
}

/**
 * WebKitGTK's painting thread may bring the browser down when the machine is loaded (SkiaGPUWorker, a signal 11 in its own
 * code): that journey is then made once more in a new browser. Any other failure is one. What a poll looked for
 * stands before the words.
 */
const retry = { count: 1, condition: new RegExp(`${BROWSER_GONE}$`) };

type Journeys = (scene: Scene) => void;

/** From page to page. */
export const pageJourneys: readonly Journeys[] = [gateJourneys, navigationJourneys];

/** With what is on a page. */
export const controlJourneys: readonly Journeys[] = [drawerJourneys, carouselJourneys, formJourneys];

/** Journeys in one more engine than the one of `tests/browser`, in one browser. */
export function journeysIn(name: string, start: () => Promise<Engine>, journeys: readonly Journeys[]): void {
  describe(name, { retry }, () => {
    const scene = {} as Scene;
    let site: Site;
    let engine: Engine | undefined;

    beforeAll(async () => {
      site = await startSite();
      scene.front = await startFront(site.url);
      await startEngine();
    });

    async function startEngine(): Promise<void> {
      engine = await start();
      await engine.resize(1280, 800);
      scene.visitor = visitorOf(engine, scene.front.url);
    }

    beforeEach(async () => {
      const isThere = await engine?.run(() => true, null).catch(() => false);
      if (isThere) return;
      await engine?.close().catch(() => {});
      await startEngine();
    });

    afterAll(async () => {
      await engine?.close();
      await scene.front?.stop();
      await site?.stop();
    });

    for (const register of journeys) register(scene);
  });
}

import { afterAll, beforeAll, describe } from 'vitest';
import { type Site, startSite } from '../support/site.ts';
import { carouselJourneys } from './carousel.journey.ts';
import { colourModeJourneys } from './colour-mode.journey.ts';
import { drawerJourneys } from './drawer.journey.ts';
import type { Engine } from './engine.ts';
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

/** The main journeys in one more engine than the one of `tests/browser`. */
export function journeysIn(name: string, start: () => Promise<Engine>): void {
  describe(name, () => {
    const scene = {} as Scene;
    let site: Site;
    let engine: Engine | undefined;

    beforeAll(async () => {
      site = await startSite();
      scene.front = await startFront(site.url);
      engine = await start();
      scene.visitor = visitorOf(engine, scene.front.url);
    }, 60_000);

    afterAll(async () => {
      await engine?.close();
      await scene.front?.stop();
      await site?.stop();
    });

    gateJourneys(scene);
    navigationJourneys(scene);
    drawerJourneys(scene);
    carouselJourneys(scene);
    formJourneys(scene);
    colourModeJourneys(scene);
  });
}

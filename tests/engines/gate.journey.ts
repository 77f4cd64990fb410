import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DISPLAY_DELAY_MS } from '../../src/startup/display-delay.ts';
import {
  displayDelay,
  ground,
  headingAndOverflow,
  isAnythingShown,
  notedWaits,
  noteWaits,
} from './in-page.ts';
import type { Scene } from './journeys.ts';

const LIGHT = 'rgb(255, 251, 244)';
const DARK = 'rgb(11, 18, 16)';

/** WebKit's driver bounds each function that it runs in the page by a timer of the page. */
const WEBKIT_DRIVER_MS = 30_000;

export function gateJourneys(scene: Scene): void {
  it('START-1: shows nothing until the profile has answered and a second has passed', async () => {
    const { visitor, front } = scene;
    await visitor.engine.resize(1280, 800);
    front.profile = 'held';
    await visitor.engine.visit(`${front.url}/`);
    // Longer than the second that follows an answer: time is what is tested.
    await delay(1_500);
    expect(await visitor.engine.run(isAnythingShown, null)).toBe(false);
    await visitor.engine.run(noteWaits, null);
    front.profile = 'through';
    front.release();
    await visitor.sees(isAnythingShown, true);
    expect(await visitor.engine.run(displayDelay, null)).toBeGreaterThanOrEqual(DISPLAY_DELAY_MS - 5);
    // It waits for nothing more than that second, whatever the machine adds to it.
    const waits = await visitor.engine.run(notedWaits, null);
    expect(waits.filter((milliseconds) => milliseconds !== WEBKIT_DRIVER_MS)).toEqual([DISPLAY_DELAY_MS]);
  });

  it('START-2: never shows anything when the profile cannot be had', async () => {
    const { visitor, front } = scene;
    front.profile = 'refused';
    await visitor.engine.visit(`${front.url}/`);
    // As above: a failure taken for an answer would show the page in the meantime.
    await delay(2_000);
    expect(await visitor.engine.run(isAnythingShown, null)).toBe(false);
    front.profile = 'through';
  });

  it('HOME-5: shows the presentation with its emphasis, however this engine cleans HTML', async () => {
    await scene.visitor.open('/contact');
    await scene.visitor.click('link', 'Accueil', 'footer');
    await scene.visitor.sees(
      () => document.querySelector('main p strong')?.textContent,
      'de la première idée à la mise en ligne',
    );
  });

  it('PAGE-4: no page scrolls sideways at 500, 768, 1280 and 1920 px, and each has its heading', async () => {
    const { visitor } = scene;
    for (const path of ['/', '/contact', '/about', '/legal-mention', '/privacy']) {
      await visitor.open(path);
      for (const width of [500, 768, 1280, 1920]) {
        await visitor.engine.resize(width, 800);
        const { heading, sideways } = await visitor.engine.run(headingAndOverflow, null);
        expect(heading).not.toBe('');
        expect(sideways, `${path} at ${width} px`).toBeLessThanOrEqual(0);
      }
    }
  });

  it('MODE-1: the toggle switches the mode, says what it will do, and the choice outlives the page, blank screen included', async () => {
    const { visitor, front } = scene;
    await visitor.engine.resize(1280, 800);
    await visitor.open('/');
    await visitor.sees(ground, LIGHT);
    await visitor.click('button', 'Activer le mode sombre');
    await visitor.sees(ground, DARK);
    front.profile = 'held';
    await visitor.engine.visit(`${front.url}/about`);
    await visitor.sees(ground, DARK);
    front.profile = 'through';
    front.release();
    await visitor.open('/about');
    await visitor.click('button', 'Activer le mode clair');
    await visitor.sees(ground, LIGHT);
    expect(await visitor.engine.run(() => localStorage.getItem('mode'), null)).toBe('light');
  });
}

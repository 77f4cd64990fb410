import { expect, it } from 'vitest';
import { ground } from './in-page.ts';
import type { Scene } from './journeys.ts';

const LIGHT = 'rgb(255, 251, 244)';
const DARK = 'rgb(11, 18, 16)';

export function colourModeJourneys(scene: Scene): void {
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

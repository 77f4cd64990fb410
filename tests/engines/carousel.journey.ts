import { expect, it } from 'vitest';
import { shownSlides } from './in-page.ts';
import type { Scene } from './journeys.ts';

export function carouselJourneys(scene: Scene): void {
  it('CAR-2, CAR-3: one slide at a time, by buttons and arrow keys, wrapping both ways', async () => {
    const { visitor } = scene;
    await visitor.engine.resize(1280, 800);
    await visitor.open('/');
    expect(await visitor.engine.run(shownSlides, null)).toEqual(['1 sur 5']);
    await visitor.click('button', 'Prestation précédente');
    await visitor.sees(shownSlides, ['5 sur 5']);
    await visitor.click('button', 'Prestation suivante');
    await visitor.sees(shownSlides, ['1 sur 5']);
    for (const number of [2, 3, 4, 5, 1]) {
      await visitor.engine.press('ArrowRight');
      await visitor.sees(shownSlides, [`${number} sur 5`]);
    }
    await visitor.engine.press('ArrowLeft');
    await visitor.sees(shownSlides, ['5 sur 5']);
  });

  it('CAR-2: a swipe of more than 40 px changes the slide, one of 40 px does not', async () => {
    const { visitor } = scene;
    await visitor.open('/');
    // Both before the next look: the first one would show.
    await visitor.engine.run(swipe, [-40, -41]);
    await visitor.sees(shownSlides, ['2 sur 5']);
  });

  it('CARD-4: the two cards are as high as each other, 445 px wide at most, and cut nothing off', async () => {
    const { visitor } = scene;
    await visitor.open('/');
    const cards = await visitor.engine.run(
      () =>
        [...document.querySelectorAll('#services article')]
          .filter((card) => card.checkVisibility({ visibilityProperty: true }))
          .map((card) => {
            const { width, height } = card.getBoundingClientRect();
            return { width, height, cut: card.scrollHeight - card.clientHeight };
          }),
      null,
    );
    expect(cards).toHaveLength(2);
    for (const { width, height, cut } of cards) {
      expect(width).toBeLessThanOrEqual(445);
      expect(height).toBe(550);
      expect(cut).toBeLessThanOrEqual(0);
    }
  });
}

/** Runs in the page: a desktop engine has no finger, so the events are made; where it has no TouchEvent, plain ones. */
function swipe(ways: number[]): void {
  const target = document.querySelector('[aria-roledescription="diapositive"]:not([hidden])');
  for (const by of ways) {
    for (const [type, x] of [
      ['touchstart', 300],
      ['touchend', 300 + by],
    ] as const) {
      const points = [{ identifier: 1, target, clientX: x, clientY: 300 }];
      const event = new Event(type, { bubbles: true, cancelable: true });
      Object.assign(event, { touches: type === 'touchstart' ? points : [], changedTouches: points });
      target?.dispatchEvent(event);
    }
  }
}

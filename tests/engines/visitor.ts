import { expect } from 'vitest';
import type { Engine, Point } from './engine.ts';
import { isArrived, isUsable, middleOf, type Wanted } from './in-page.ts';

export function visitorOf(engine: Engine, url: string) {
  return {
    ...engine,
    /** Goes to a page and waits until it can be used. */
    async open(path: string) {
      await engine.visit(url + path);
      await expect.poll(() => engine.run(isUsable)).toBe(true);
    },
    /** Follows a link of this path, wherever it is, and waits until its page has the focus. */
    async follow(path: string) {
      await engine.run((to) => {
        document.querySelector('h1')?.setAttribute('data-left', '');
        history.pushState(null, '', to);
      }, path);
      await expect.poll(() => engine.run(isArrived), { message: path }).toBe(true);
    },
    /** Presses the first visible element of this kind, a CSS selector, with these words in its name. */
    click: async (kind: string, name: string) => engine.pressAt(await settled(engine, { kind, name })),
    async sees<Result>(look: () => Result, expected: unknown) {
      await expect.poll(() => engine.run(look)).toEqual(expected);
    },
  };
}

/** Returns the place of an element once it has stopped moving: two looks agree. */
async function settled(engine: Engine, wanted: Wanted): Promise<Point> {
  let last: Point | null = null;
  const isSettled = async () => {
    const before = last;
    last = await engine.run(middleOf, wanted);
    return last !== null && before !== null && last.x === before.x && last.y === before.y;
  };
  await expect.poll(isSettled, { message: `${wanted.kind}: ${wanted.name}` }).toBe(true);
  if (!last) throw new Error(`${wanted.name} went away`);
  return last;
}

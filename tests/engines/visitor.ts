import { expect } from 'vitest';
import type { Engine, Point } from './engine.ts';
import { displayDelay, isHydrated, middleOf, type Wanted } from './in-page.ts';

/** A visitor in front of one browser. */
export interface Visitor {
  engine: Engine;
  /** Goes to a page and waits until it is displayed. */
  open(path: string): Promise<void>;
  /** Presses the first visible element of this kind, a CSS selector, with these words in its name. */
  click(kind: string, name: string): Promise<void>;
  /** Reads the page until it is as expected. */
  sees<Result>(look: () => Result, expected: unknown): Promise<void>;
}

/** Makes a visitor of the site at this address. */
export function visitorOf(engine: Engine, url: string): Visitor {
  return {
    engine,
    open: async (path) => {
      await engine.visit(url + path);
      await expect.poll(() => engine.run(displayDelay, null)).not.toBeNull();
      await expect.poll(() => engine.run(isHydrated, null)).toBe(true);
    },
    click: async (kind, name) => engine.pressAt(await settled(engine, { kind, name })),
    sees: async (look, expected) => {
      await expect.poll(() => engine.run(look, null)).toEqual(expected);
    },
  };
}

/** Gives the place of an element once it has stopped moving: two looks agree. */
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

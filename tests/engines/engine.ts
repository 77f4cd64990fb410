/** End of an engine's error message when its browser has ended by itself. */
export const BROWSER_GONE = 'The browser is gone';

/** One browser, driven from outside the page by pointer and keys. */
export interface Engine {
  visit(url: string): Promise<void>;
  /** Runs a function in the page; it sees only its argument. Argument and result travel as JSON. */
  run<Argument, Result>(act: (argument: Argument) => Result, argument: Argument): Promise<Awaited<Result>>;
  /** Presses and releases the pointer at a point of the window, CSS pixels. */
  pressAt(point: Point): Promise<void>;
  /** Types a text, or presses one named key. */
  type(text: string): Promise<void>;
  press(key: KeyName): Promise<void>;
  /** Makes the inside of the window this wide and high, CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  goBack(): Promise<void>;
  close(): Promise<void>;
}

export interface Point {
  x: number;
  y: number;
}

export type KeyName = 'Tab' | 'Enter' | 'Escape' | 'ArrowRight';

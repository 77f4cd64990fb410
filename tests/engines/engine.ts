/** One browser, driven from outside the page by pointer and keys. */
export interface Engine {
  visit(url: string): Promise<void>;
  /** Runs a function in the page; it sees only its argument. Argument and result travel as JSON. */
  run<Argument, Result>(act: (argument: Argument) => Result, argument?: Argument): Promise<Awaited<Result>>;
  pressAt(point: Point): Promise<void>;
  type(text: string): Promise<void>;
  press(key: KeyName): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  goBack(): Promise<void>;
  close(): Promise<void>;
}

export type Point = { x: number; y: number };

export type KeyName = 'Tab' | 'Enter' | 'Escape' | 'ArrowRight';

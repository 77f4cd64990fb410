import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Builder, Key, Origin, type WebDriver } from 'selenium-webdriver';
import { engines } from '../../scripts/setup/browsers.mjs';
import { freePort } from '../support/site.ts';
import { BROWSER_GONE, type Engine, type KeyName } from './engine.ts';
import { journeysIn } from './journeys.ts';

const KEYS: Readonly<Record<KeyName, string>> = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  ArrowRight: Key.ARROW_RIGHT,
};

/** Starts WebKitGTK's MiniBrowser on a display in memory, over classic WebDriver. */
async function startWebKit(): Promise<Engine> {
  const screen = await startDisplay(engines.display);
  const port = await freePort();
  const driver = spawn(engines.webKitDriver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: screen.name, LC_ALL: 'C.UTF-8', LANGUAGE: 'fr', NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
  });
  const session = await connect(port, engines.webKit, driver);
  return {
    ...engineOf(session),
    close: async () => {
      await session.quit();
      await end(driver);
      await end(screen.process);
    },
  };
}

function engineOf(session: WebDriver): Omit<Engine, 'close'> {
  const keys = (text: string) => session.actions().sendKeys(text).perform();
  return {
    visit: (url) => session.get(url).catch(explainGone),
    run: (act, argument) =>
      session.executeScript(`return (${act})(arguments[0])`, argument).catch(explainGone) as never,
    pressAt: ({ x, y }) =>
      session
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 })
        .click()
        .perform(),
    type: keys,
    press: (key) => keys(KEYS[key]),
    resize: resizerOf(session),
    goBack: () => session.navigate().back(),
  };
}

/** Replaces the driver's error, which has no message. */
function explainGone(error: Error): never {
  throw error.name === 'NoSuchSessionError' ? new Error(BROWSER_GONE, { cause: error }) : error;
}

/** Returns a function that resizes the window by the outcome, because its bar has an unknown height. */
function resizerOf(session: WebDriver): Engine['resize'] {
  const bars = { width: 0, height: 0 };
  let inside = '';
  return async (width, height) => {
    if (inside === `${width} × ${height}`) return;
    for (let round = 0; round < 10; round += 1) {
      const seen = await settledInside(session);
      inside = `${seen.width} × ${seen.height}`;
      if (inside === `${width} × ${height}`) return;
      if (round > 0) {
        bars.width = Math.max(0, bars.width + width - seen.width);
        bars.height = Math.max(0, bars.height + height - seen.height);
      }
      const outside = { width: width + bars.width, height: height + bars.height };
      await session
        .manage()
        .window()
        .setRect({ x: 0, y: 0, ...outside });
    }
    throw new Error(`The window does not take ${width} × ${height}`);
  };
}

/** Returns the inside of the window once three looks in a row agree: it follows the frame a moment later. */
async function settledInside(session: WebDriver): Promise<{ width: number; height: number }> {
  let seen = { width: 0, height: 0 };
  for (let same = 0; same < 3; ) {
    await delay(40);
    const [width = 0, height = 0] = await session.executeScript<number[]>('return [innerWidth, innerHeight]');
    same = width === seen.width && height === seen.height ? same + 1 : 0;
    seen = { width, height };
  }
  return seen;
}

const LISTENS_WITHIN_MS = 30_000;

/** Opens a session of the driver, once it listens. @throws the last error, if the driver ends before or takes too long */
async function connect(port: number, binary: string, driver: ChildProcess): Promise<WebDriver> {
  const builder = new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  });
  const latest = performance.now() + LISTENS_WITHIN_MS;
  for (;;) {
    try {
      return await builder.build();
    } catch (error) {
      if (hasEnded(driver) || performance.now() > latest) throw error;
      await delay(100);
    }
  }
}

/** Starts a display in memory, which picks a free number and reports it on a pipe. */
async function startDisplay(program: string): Promise<{ name: string; process: ChildProcess }> {
  const server = spawn(program, ['-displayfd', '3', '-screen', '0', '2000x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(server.stdio[3] as Readable, 'data');
  return { name: `:${String(number).trim()}`, process: server };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const left = once(child, 'exit');
  child.kill();
  await left;
}

journeysIn('WebKitGTK', startWebKit);

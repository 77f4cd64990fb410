import { engines } from '../../scripts/setup/browsers.mjs';
import { type Launched, launch, until } from '../support/launched.ts';
import { freePort } from '../support/site.ts';
import type { Engine, KeyName } from './engine.ts';
import { journeysIn } from './journeys.ts';

/** The characters of the standard that stand for keys (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
const KEYS: Readonly<Record<KeyName, string>> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowRight: '\uE014',
};

type Send = (command: string, body: object) => Promise<unknown>;

/** Starts WebKitGTK's MiniBrowser on a display in memory, over classic WebDriver. */
async function startWebKit(): Promise<Engine> {
  const screen = await startDisplay(engines.display);
  const port = await freePort();
  const driver = launch(engines.webKitDriver, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: screen.name,
      LC_ALL: 'C.UTF-8',
      LANGUAGE: 'fr',
      NO_AT_BRIDGE: '1',
      // WebKit's other painting thread (SkiaGPUWorker) may crash the browser on a busy machine.
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    },
  });
  const session = await connect(port, engines.webKit, driver);
  return {
    ...engineOf((command, body) => post(`${session}/${command}`, body)),
    close: async () => {
      await fetch(session, { method: 'DELETE' });
      await driver.end();
      await screen.end();
    },
  };
}

function engineOf(send: Send): Omit<Engine, 'close'> {
  const act = async (type: string, actions: object[]) =>
    void (await send('actions', { actions: [{ id: type, type, actions }] }));
  const strike = (value: string) => ['keyDown', 'keyUp'].map((type) => ({ type, value }));
  const keys = (text: string) => act('key', [...text].flatMap(strike));
  return {
    visit: async (url) => void (await send('url', { url })),
    run: (act, argument) =>
      send('execute/sync', { script: `return (${act})(arguments[0])`, args: [argument] }) as never,
    pressAt: ({ x, y }) =>
      act('pointer', [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    type: keys,
    press: (key) => keys(KEYS[key]),
    // The window's bar takes some of its height.
    resize: async (width, height) => void (await send('window/rect', { x: 0, y: 0, width, height })),
    goBack: async () => void (await send('back', {})),
  };
}

const LISTENS_WITHIN_MS = 30_000;

/** Returns the address of a session, once the driver listens. @throws Error with its output if it takes too long */
async function connect(port: number, binary: string, driver: Launched): Promise<string> {
  const sessions = `http://127.0.0.1:${port}/session`;
  const options = { binary, args: ['--automation'] };
  const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
  let address = '';
  const asks = async () => {
    const session = (await post(sessions, { capabilities: { alwaysMatch } })) as { sessionId: string };
    address = `${sessions}/${session.sessionId}`;
    return true;
  };
  await until(asks, driver.output, LISTENS_WITHIN_MS);
  return address;
}

/** Sends a command of WebDriver (https://www.w3.org/TR/webdriver2/) and gives its value. @throws Error with the driver's words */
async function post(address: string, body: object): Promise<unknown> {
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: { error: string; message: string } };
  if (response.ok) return value;
  throw new Error(`${value.error}: ${value.message}`);
}

/** Starts a display in memory, which picks a free number and reports it. */
async function startDisplay(program: string): Promise<{ name: string; end: Launched['end'] }> {
  const server = launch(program, '-displayfd 1 -screen 0 2000x1400x24 -nolisten tcp'.split(' '));
  const number = () => /^\d+$/m.exec(server.output())?.[0];
  await until(async () => number() !== undefined, server.output);
  return { name: `:${number()}`, end: server.end };
}

journeysIn(startWebKit);

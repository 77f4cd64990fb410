import { type BrowserContextOptions, type CDPSession, chromium, devices, type Page } from '@playwright/test';
import { systemBrowser } from '../../scripts/setup/browsers.mjs';
import { chromiumArguments } from '../support/chromium.ts';

/** A request that a page made. */
export interface Sent {
  path: string;
  type: string;
  /** On the wire, headers included; 0 until it is finished. */
  bytes: number;
}

export interface Visit extends AsyncDisposable {
  page: Page;
  cdp: CDPSession;
  /** Everything asked so far, in order. */
  sent: readonly Sent[];
  /** Lets the page be displayed; until then its second does not end. */
  reveal(): Promise<void>;
}

export const phone: BrowserContextOptions = { ...devices['Pixel 7'], locale: 'fr-FR' };

/**
 * Opens a page with an empty cache and lets it come to rest just before it is displayed: what comes before the reveal
 * and what after it does not depend on how fast the machine is.
 * @param prepare runs before the page is asked for
 */
export async function visit(
  url: string,
  options: BrowserContextOptions = phone,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Visit> {
  const executablePath = systemBrowser();
  const browser = await chromium.launch({
    args: chromiumArguments(),
    ...(executablePath ? { executablePath } : {}),
  });
  const page = await browser.newPage(options);
  const cdp = await page.context().newCDPSession(page);
  const sent = await recordRequests(cdp);
  await cdp.send('Performance.enable');
  await page.addInitScript(holdLongTimers);
  await prepare(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  return { page, cdp, sent, reveal: () => reveal(page), [Symbol.asyncDispose]: () => browser.close() };
}

/** In the page: timers of a second and more wait for `releaseTimers`. */
function holdLongTimers(): void {
  const begin = window.setTimeout.bind(window);
  const held: (() => void)[] = [];
  let holding = true;
  const holdingTimeout = (handler: () => void, delay = 0) => {
    if (!holding || delay < 1000) return begin(handler, delay);
    return held.push(handler);
  };
  const releaseTimers = () => {
    holding = false;
    for (const handler of held) handler();
  };
  Object.assign(window, { setTimeout: holdingTimeout, releaseTimers });
}

async function reveal(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { releaseTimers(): void }).releaseTimers());
  await page.waitForFunction(() => document.documentElement.dataset['gate'] !== 'closed');
}

async function recordRequests(cdp: CDPSession): Promise<Sent[]> {
  const sent: Sent[] = [];
  const byId = new Map<string, Sent>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    if (!request.url.startsWith('http')) return;
    const each = { path: new URL(request.url).pathname, type, bytes: 0 };
    byId.set(requestId, each);
    sent.push(each);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const each = byId.get(requestId);
    if (each) each.bytes = encodedDataLength;
  });
  await cdp.send('Network.enable');
  return sent;
}

/** Bytes on the wire of all requests of a type. */
export function bytesOf(sent: readonly Sent[], type: string): number {
  return sent.filter((each) => each.type === type).reduce((sum, { bytes }) => sum + bytes, 0);
}

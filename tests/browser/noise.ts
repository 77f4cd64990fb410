import { type BrowserContext, type ConsoleMessage, expect, type Request } from '@playwright/test';

/** Messages of the browser during a test, which fails at one that was not announced. */
export type Noise = ReturnType<typeof listenForNoise>;

/**
 * Listens to console errors and warnings, page errors, unhandled rejections and failed requests. Refusals of the content
 * security policy are among the warnings.
 */
export function listenForNoise(context: BrowserContext) {
  const lines: string[] = [];
  const expected: RegExp[] = [];
  const allowed: RegExp[] = [];
  context.on('console', (message) => {
    if (/^(error|warning)$/.test(message.type())) lines.push(`console.${message.type()}: ${textOf(message)}`);
  });
  context.on('weberror', (error) => lines.push(`page error: ${error.error().message}`));
  context.on('requestfailed', (request) => {
    if (!isOrdinaryAbort(request))
      lines.push(`request failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  return {
    /** Announces kinds of noise, which are tolerated but have to come. */
    expect: (...patterns: RegExp[]) => expected.push(...patterns),
    /** Tolerates kinds of noise that may or may not come. */
    allow: (...patterns: RegExp[]) => allowed.push(...patterns),
    heard: () => [...lines],
    /** Waits for what was announced, which the browser may say late, and judges the rest. */
    async verify() {
      const missing = () =>
        expected.filter((pattern) => !lines.some((line) => pattern.test(line))).map(String);
      await expect.poll(missing, { message: 'noise announced that did not come' }).toEqual([]);
      const known = [...expected, ...allowed];
      const unexpected = lines.filter((line) => !known.some((pattern) => pattern.test(line)));
      expect(unexpected, 'noise that the test did not announce').toEqual([]);
    },
  };
}

/** Adds the address that Chromium leaves out of its message about a missing file. */
function textOf(message: ConsoleMessage): string {
  const text = message.text();
  return text.startsWith('Failed to load resource') ? `${text} ${message.location().url}` : text;
}

/** Leaving a page cancels its pictures, videos cancel ranges they no longer need, and beacons outlive their page. */
const LEFT_BEHIND = new Set(['font', 'image', 'media', 'other', 'ping']);

function isOrdinaryAbort(request: Request): boolean {
  return request.failure()?.errorText === 'net::ERR_ABORTED' && LEFT_BEHIND.has(request.resourceType());
}

import { expect, test, vi } from 'vitest';
import {
  answer,
  browserForEachTest,
  EMPTY_MODULE,
  errors,
  isClosed,
  ok,
  openBrowser,
  startGate,
} from '../../tests/support/gate-browser.ts';
import { exampleProfile } from '../content/example-profile.ts';
import { DISPLAY_DELAY_MS } from './display-delay.ts';

browserForEachTest();

test('START-6: the page’s scripts and fonts are loaded after the query has left', async () => {
  const { asked } = openBrowser({ respond: () => new Promise(() => {}) });
  await startGate();
  await vi.advanceTimersByTimeAsync(29);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  const script = { rel: 'modulepreload', fetchPriority: 'low' };
  const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '' };
  expect(asked).toEqual(
    [
      ...[EMPTY_MODULE, '/page.js', '/part.js'].map((href) => ({ name: 'link', ...script, href })),
      { name: 'link', ...font, href: '/text.woff2' },
    ].map((element) => ({ ...element, queries: '1' })),
  );
});

test('the pictures of the first view are decoded while nothing is displayed', async () => {
  const { decoded, window } = openBrowser();
  await startGate();
  await window.vitrine.profile;
  expect(decoded).toEqual(['/first.avif']);
});

test('work that waits for the display begins after its first frame', async () => {
  const browser = openBrowser();
  const opened = vi.fn();
  await startGate();
  void browser.window.vitrine.opened.then(opened);
  await vi.advanceTimersByTimeAsync(DISPLAY_DELAY_MS + 32);
  expect(isClosed(browser)).toBe(false);
  expect(opened).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(opened).toHaveBeenCalledOnce();
});

test.each([
  ['a tab in the background waits until it is looked at', 0],
  ['so does one that is left while the page is being displayed', 1],
])('%s, since it draws no frame', async (_case, drawn) => {
  const opened = vi.fn();
  const { window } = openBrowser();
  let frames = 0;
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
    frames += 1;
    if (frames <= drawn) setTimeout(draw, 16);
  });
  await startGate();
  void window.vitrine.opened.then(opened);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).not.toHaveBeenCalled();
});

test('START-6: controls that need scripts are shown from the start, and hidden once the scripts fail', async () => {
  const whole = openBrowser();
  await startGate();
  const broken = openBrowser({ entry: 'data:text/javascript,throw 1' });
  vi.resetModules();
  vi.useRealTimers();
  await startGate();
  expect(broken.dataset).toHaveProperty('scripts', '');
  await expect.poll(() => broken.dataset).not.toHaveProperty('scripts');
  expect(whole.dataset).toHaveProperty('scripts', '');
});

test('START-6: a document that names its entry module alone loads that alone', async () => {
  const { asked } = openBrowser({ files: {} });
  await startGate();
  await vi.advanceTimersByTimeAsync(30);
  expect(asked.map(({ href }) => href)).toEqual([EMPTY_MODULE]);
});

test('START-2: a page whose texts cannot be written is displayed nevertheless, and logs it', async () => {
  const browser = openBrowser();
  browser.document.querySelectorAll.mockImplementation(() => {
    throw new TypeError('changed by an extension');
  });
  await startGate();
  await vi.runAllTimersAsync();
  expect(isClosed(browser)).toBe(false);
  expect(errors).toHaveBeenCalledExactlyOnceWith(expect.any(String), expect.any(TypeError));
});

test('a presentation that is already right is left alone', async () => {
  const browser = openBrowser();
  const presentation = browser.places[2] as (typeof browser.places)[number];
  presentation.innerHTML = exampleProfile.presentation;
  const write = vi.spyOn(presentation, 'setHTML');
  await startGate();
  await browser.window.vitrine.profile;
  expect(write).not.toHaveBeenCalled();
});

test('an answer that comes before the document is parsed waits for it, however late', async () => {
  const browser = openBrowser({ ready: 'loading' });
  await startGate();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(isClosed(browser)).toBe(true);
  expect(browser.document.querySelectorAll).not.toHaveBeenCalled();
  browser.document.readyState = 'interactive';
  browser.document.onreadystatechange?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(isClosed(browser)).toBe(false);
});

test.each([
  ['the network', () => Promise.reject(new TypeError('Failed to fetch')), expect.any(TypeError)],
  ['an HTTP error', async () => ({ ok: false, status: 503, json: async () => answer }), Error('HTTP 503')],
  [
    'no JSON',
    async () => ({ ok: true, json: () => Promise.reject(new SyntaxError('<')) }),
    expect.any(SyntaxError),
  ],
  ['an error of the API', ok({ ...answer, errors: [{ message: 'no' }] }), expect.any(Error)],
  ['no profile', ok({ data: { getAdminPublicProfil: null } }), expect.any(Error)],
])(
  'START-2: a query that fails by %s is logged once, and nothing ever opens',
  async (_case, respond, error) => {
    const browser = openBrowser({ respond });
    await startGate();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isClosed(browser)).toBe(true);
    expect(browser.marks).not.toContain('gate:reveal');
    expect(errors).toHaveBeenCalledExactlyOnceWith('Le profil n’a pas pu être chargé', error);
  },
);

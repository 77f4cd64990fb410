import { expect, test, vi } from 'vitest';
import {
  browserForEachTest,
  isClosed,
  observed,
  openBrowser,
  startGate,
} from '../../tests/support/gate-browser.ts';
import { DISPLAY_DELAY_MS } from './display-delay.ts';

browserForEachTest();

test('what waits for the display begins once the browser tells that something has reached the screen', async () => {
  const browser = openBrowser();
  const opened = vi.fn();
  await startGate();
  void browser.window.vitrine.opened.then(opened);
  await vi.advanceTimersByTimeAsync(DISPLAY_DELAY_MS + 16);
  expect(observed).toHaveBeenCalledExactlyOnceWith({ type: 'paint', buffered: true });
  browser.paint('first-paint');
  await vi.advanceTimersByTimeAsync(400);
  expect(isClosed(browser)).toBe(false);
  expect(opened).not.toHaveBeenCalled();
  browser.paint('first-contentful-paint');
  await vi.advanceTimersByTimeAsync(16);
  expect(opened).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(opened).toHaveBeenCalledOnce();
});

test.each([
  ['tells nothing', () => {}],
  [
    'cannot be asked',
    () =>
      observed.mockImplementation(() => {
        throw new TypeError('entryTypes');
      }),
  ],
])('it begins half a second later where the browser %s', async (_case, prepare) => {
  const opened = vi.fn();
  const { window } = openBrowser();
  prepare();
  await startGate();
  void window.vitrine.opened.then(opened);
  await vi.advanceTimersByTimeAsync(DISPLAY_DELAY_MS + 532);
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

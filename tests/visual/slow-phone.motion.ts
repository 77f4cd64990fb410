import type { Browser, CDPSession, Page } from '@playwright/test';
import { expect, test } from '../browser/fixtures.ts';
import { longTasks } from './long-tasks.ts';

/*
 * A phone six times slower than this machine: nothing that the page does may keep a frame waiting for more than 50 ms.
 * What counts is the processor's time and not the clock's, so that another program's load lengthens nothing; the best of
 * three attempts, because the engine's own housekeeping (collecting garbage, compiling) may fall into one of them.
 */
const SLOWDOWN = 6;
const ATTEMPTS = 3;
const MAX_TASK_MS = 50;

test.use({ waitsTheSecond: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('with the processor slowed 6 times, no frame is over 50 ms at the opening', async ({
  page,
  browser,
}) => {
  await expectSmooth(browser, page, {
    before: async () => {},
    act: async () => {
      await displayed(page);
      await page.waitForTimeout(800);
    },
  });
});

test('with the processor slowed 6 times, no frame is over 50 ms when the drawer opens and closes', async ({
  page,
  browser,
}) => {
  await expectSmooth(browser, page, {
    before: () => displayed(page),
    act: async () => {
      for (const name of [/ouvrir le menu/i, /fermer le menu/i]) {
        await page.getByRole('button', { name }).tap();
        await page.waitForTimeout(400);
      }
    },
  });
});

test('with the processor slowed 6 times, no frame is over 50 ms while scrolling', async ({
  page,
  browser,
  context,
}) => {
  const session = await context.newCDPSession(page);
  await expectSmooth(browser, page, {
    before: () => displayed(page),
    act: async () => {
      for (const yDistance of [-2400, 2400]) await drag(session, yDistance);
    },
  });
});

interface Scene {
  before: () => Promise<void>;
  act: () => Promise<void>;
}

async function expectSmooth(browser: Browser, page: Page, { before, act }: Scene): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const attempts: string[][] = [];
  while (attempts.length < ATTEMPTS) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await before();
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'blink.user_timing'] });
    await act();
    const tasks = longTasks(await browser.stopTracing(), MAX_TASK_MS);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    if (tasks.length === 0) return;
    attempts.push(tasks);
  }
  expect(attempts).toEqual([]);
}

async function displayed(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('main')).toBeVisible();
  await page.waitForTimeout(600);
}

async function drag(session: CDPSession, yDistance: number): Promise<void> {
  await session.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 420,
    yDistance,
    speed: 3000,
    gestureSourceType: 'touch',
  });
}

import type { Page } from '@playwright/test';

import { formatRgb } from 'culori';
import { palette } from '../../src/site.ts';
import * as form from './contact-form.ts';
import { fontsReady } from './display.ts';
import { expect, footerLink, hydrated, isSameDocument, markDocument, test } from './fixtures.ts';
import { scrollToPosition } from './movement.ts';
import { onOperation, openWithout } from './network.ts';

/** Focuses without scrolling, because a scroll would be another event. */
const focusWithoutScrolling = (page: Page) =>
  footerLink(page, 'Contact').evaluate((link: HTMLElement) => link.focus({ preventScroll: true }));

test('START-6, HOME-2: a press before a late bundle counts, unless undone', async ({ page }) => {
  // The press counts as fresh, however busy the machine is, or as this old.
  await page.addInitScript(() => {
    const timeStamp = { get: () => performance.now() - (window.pressedAgo ?? 0) };
    Object.defineProperty(Event.prototype, 'timeStamp', timeStamp);
  });
  await page.setViewportSize({ width: 390, height: 760 });
  for (const [what, goOn] of [
    ['nothing', () => {}],
    ['a scroll', () => scrollToPosition(page, 400)],
    ['a key', () => page.keyboard.press('Shift')],
    ['another focus', () => focusWithoutScrolling(page)],
    ['a value that a program sets', () => page.dispatchEvent('main', 'input')],
    ['more than three seconds', () => page.evaluate('window.pressedAgo = 4_000')],
  ] as const)
    await test.step(what, async () => {
      const arrive = await openWithout(page, '/privacy');
      await page.getByRole('button', { name: /menu/i }).click();
      await goOn();
      await arrive();
      await expect(page.getByRole('dialog')).toBeVisible({ visible: what === 'nothing' });
    });
});

test('START-6, HOME-3: before a late bundle the bar does not stick without ground', async ({ page }) => {
  const arrive = await openWithout(page, '/');
  const menu = page.getByRole('navigation').first();
  await expect(menu).toBeInViewport();
  await fontsReady(page);
  const place = await menu.boundingBox();
  await scrollToPosition(page, 900);
  await expect(menu).not.toBeInViewport();
  await arrive();
  await expect(menu).toBeInViewport();
  await scrollToPosition(page, 9);
  await expect.poll(() => menu.evaluate(groundBehind)).toBe(formatRgb(palette.light.night));
  await scrollToPosition(page, 8);
  await expect.poll(() => menu.evaluate(groundBehind)).toBe('rgba(0, 0, 0, 0)');
  expect(await menu.boundingBox()).toEqual(place);
});

function groundBehind(element: Element): string {
  const bar = element.closest('header > *');
  return bar ? getComputedStyle(bar).backgroundColor : 'no bar';
}

/** Runs in the page; changes it before the script arrives, so that React writes it again. */
function insertBefore(near: string): void {
  document.querySelector(near)?.before(document.createElement('div'));
}
function wrapTextBefore(near: string): void {
  const text = document.querySelector(near)?.previousSibling;
  const font = document.createElement('font');
  text?.replaceWith(font);
  if (text) font.append(text);
}
/** Runs in the page; types a letter after each time that React reads the focused text, until React shows a field of its own. */
function typeAtEachReading(): void {
  const field = document.activeElement as HTMLTextAreaElement;
  const type = () => document.activeElement === field && document.execCommand('insertText', false, '!');
  const get = () => {
    queueMicrotask(type);
    return Reflect.get(HTMLTextAreaElement.prototype, 'value', field);
  };
  Object.defineProperty(field, 'value', { get });
}
/** React's error about a page that differs from its own. */
const CHANGED = /^page error: Minified React error #418/;

test('START-6, FORM-1: text typed before or as React begins stays', async ({ page, site }) => {
  const arrive = await openWithout(page, '/contact');
  const values = form.validValues();
  await form.fill(page, { ...values, message: values.message.slice(0, -1) });
  await form.message(page).focus();
  await page.evaluate((last) => {
    // React removes this listener when it starts, and hydrates in later tasks.
    const type = () => document.execCommand('insertText', false, last);
    Object.defineProperty(document, 'onclick', { set: () => queueMicrotask(type) });
  }, values.message.slice(-1));
  await arrive();
  await expect(form.counter(page, values.message.length)).toBeVisible();
  expect(await form.read(page)).toEqual(values);
  await expect(form.message(page)).toBeFocused();
  await form.submit(page).click();
  await expect(page.getByText(form.NOTICES.success).first()).toBeVisible();
  expect(await form.storedMessages(site, values.email)).toHaveLength(1);
});

test('FORM-7: errors and corrections stay in a form that was changed', async ({ page, noise }) => {
  noise.expect(CHANGED, /status of 422/);
  const arrive = await openWithout(page, '/contact');
  const values = await form.send(page, { ...form.validValues(), phone: '06/12', message: 'Trop peu' });
  await form.expectError(form.phone(page), form.MESSAGES.phone);
  expect(await form.read(page)).toEqual(values);
  const corrected = { ...values, message: 'Un message plus long, corrigé avant le script.' };
  await form.message(page).fill(corrected.message);
  await page.evaluate(insertBefore, 'form [name=email]');
  await arrive();
  await expect(form.counter(page, corrected.message.length)).toBeVisible();
  expect(await form.read(page)).toEqual(corrected);
  await expect(page).toHaveTitle(/^Erreur/);
  await form.expectError(form.phone(page), form.MESSAGES.phone);
  await form.phone(page).fill('');
  await form.submit(page).click();
  await expect(page.getByText(form.NOTICES.success).first()).toBeVisible();
  await expect(page).not.toHaveTitle(/^Erreur/);
  // The answer to a post is shown once, not at each visit of the page.
  await form.leave(page);
  await footerLink(page, 'Contact').click();
  await expect(form.phone(page)).toHaveValue('');
  await form.expectError(form.phone(page), null);
});

test('START-6, FORM-6, FORM-7: the outcome of a post is said once', async ({ page, site, noise }) => {
  noise.expect(form.REFUSED);
  await page.setViewportSize({ width: 390, height: 844 });
  const arrive = await openWithout(page, '/contact');
  const values = await form.send(page);
  await page.waitForURL(/envoi/, { waitUntil: 'commit' });
  await arrive();
  await expect(page.getByText(form.NOTICES.success)).toBeVisible();
  await expect(page.locator('[autofocus]')).toBeFocused();
  expect(await form.storedMessages(site, values.email)).toMatchObject([{ suspect: false }]);
  await hydrated(page);
  await onOperation(page, 'postContactForm', form.refused);
  await form.send(page);
  await expect(form.restore(page)).toBeInViewport();
  await markDocument(page);
  await form.leave(page);
  await footerLink(page, 'Contact').click();
  await expect(form.email(page)).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
  await expect(page.getByText(form.NOTICES.success)).toBeHidden();
});

test('START-6: focus, caret, letters and open parts survive an extension', async ({ page, noise }) => {
  noise.expect(CHANGED);
  const openChanged = async (path: string, act: () => Promise<void>, near = 'form [name=email]') => {
    const arrive = await openWithout(page, path);
    await act();
    await page.evaluate(insertBefore, near);
    await arrive();
  };
  await test.step('the caret in the message', async () => {
    await openChanged('/contact', async () => {
      await form.message(page).fill('Bonjour vous');
      for (let letter = 0; letter < 5; letter += 1) await form.message(page).press('ArrowLeft');
      await page.evaluate(typeAtEachReading);
    });
    await expect(form.message(page)).toBeFocused();
    await expect(form.message(page)).toHaveValue(/^Bonjour!+ vous$/);
    await expect(form.counter(page, (await form.message(page).inputValue()).length)).toBeVisible();
    await page.keyboard.type(' à');
    await expect(form.message(page)).toHaveValue(/^Bonjour!+ à vous$/);
  });
  await test.step('the end of an address', async () => {
    await openChanged('/contact', () => form.email(page).fill('camille@'));
    await page.keyboard.type('client.example');
    await expect(form.email(page)).toHaveValue('camille@client.example');
  });
  await test.step('the open list of subjects', async () => {
    await openChanged('/contact', () => form.subject(page).click());
    await expect(page.locator('select:open')).toBeFocused();
    await page.keyboard.press('Escape');
  });
  await test.step('an open answer, and a focused link', async () => {
    const question = page.locator('main details').nth(1);
    const openAndFocus = async () => {
      await question.locator('summary').click();
      await footerLink(page, 'Mentions légales').focus();
    };
    await openChanged('/', openAndFocus, 'main');
    await expect(question).toHaveAttribute('open');
    await expect(footerLink(page, 'Mentions légales')).toBeFocused();
    await expect(page.locator('details[open]')).toHaveCount(1);
  });
});

test('START-6, HOME-12: a stage chosen before a late bundle is shown once it is there', async ({ page }) => {
  const arrive = await openWithout(page, '/');
  await page.locator('label', { has: page.locator('[data-number="3"]') }).click();
  await arrive();
  await expect(page.locator('[data-number="3"]')).toBeChecked();
  await expect(page.locator('ol[aria-live] > li').nth(2)).toBeVisible();
});

declare global {
  interface Window {
    pressedAgo?: number;
    /** Texts of the home that were gone for a moment. */
    vanished?: string[];
  }
}

test('START-6, HOME-4, HOME-5: text that is being read stays in a changed home', async ({ page, noise }) => {
  noise.expect(CHANGED);
  // The page gets no sanitiser, because most browsers have none.
  await page.addInitScript(() => Object.defineProperty(Element.prototype, 'setHTML', { value: undefined }));
  for (const [what, change, near] of [
    ['by an extension', insertBefore, 'main'],
    ['by a translation', wrapTextBefore, 'footer [data-profile=name]'],
  ] as const)
    await test.step(what, async () => {
      const before = noise.heard().length;
      const arrive = await openWithout(page, '/');
      const presentation = page.locator('main [data-profile=presentation] p').first();
      await page.evaluate(() => {
        const vanished: string[] = [];
        window.vanished = vanished;
        new MutationObserver(() => {
          if (!document.querySelector('main p > [data-profile=metier]')) vanished.push('job title');
          if (!document.querySelector('main [data-profile=presentation]:not([hidden]) p'))
            vanished.push('presentation');
        }).observe(document, { subtree: true, childList: true, attributes: true });
      });
      await page.evaluate(change, near);
      await arrive();
      await expect(presentation).toBeVisible();
      expect(await page.evaluate(() => window.vanished)).toEqual([]);
      await expect.poll(() => noise.heard().length, 'React has seen the change').toBeGreaterThan(before);
    });
});

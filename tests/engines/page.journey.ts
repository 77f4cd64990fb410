import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { contact, fixedPriceOffers, grounds, home } from '../../src/site.ts';
import { DISPLAY_DELAY_MS } from '../../src/startup/vitrine.ts';
import { homeWords } from '../../src/words/home.ts';
import {
  displayDelay,
  focused,
  isAnythingShown,
  isHydrated,
  looksAfterToggle,
  scrollsSideways,
} from './in-page.ts';
import type { Journey } from './journeys.ts';

/** Writes a colour `#rrggbb` as engines compute it. */
const computed = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

const ground = () => getComputedStyle(document.documentElement).backgroundColor;

const scrollMarked = () => {
  document.documentElement.dataset['same'] = 'yes';
  scrollTo({ top: 700, behavior: 'instant' });
};

const isSameDocument = () => document.documentElement.dataset['same'] === 'yes';

/** Runs in the page; returns the texts that the browser's search does not find. */
const notFound = (texts: string[]) =>
  texts.filter((text) => {
    getSelection()?.removeAllRanges();
    return !(window as unknown as { find(text: string): boolean }).find(text);
  });

export function pageJourneys(it: Journey): void {
  it('START-1: nothing is shown until a second after the profile', async ({ visitor, front }) => {
    front.holdsProfile = true;
    await visitor.visit(`${front.url}/`);
    // This is longer than the second after an answer, because time itself is tested.
    await delay(1_500);
    expect(await visitor.run(isAnythingShown)).toBe(false);
    front.release();
    await visitor.sees(isAnythingShown, true);
    expect(await visitor.run(displayDelay)).toBeGreaterThanOrEqual(DISPLAY_DELAY_MS - 5);
  });

  it('HOME-5, HOME-6, CARD-5, CAR-4, PAGE-6: all is found on home and paper', async ({ visitor }) => {
    await visitor.open('/contact');
    // This engine's sanitiser has written the text.
    await visitor.click('footer a', 'Accueil');
    const emphasised = () => document.querySelector('main p strong')?.textContent;
    await visitor.sees(
      emphasised,
      'un seul interlocuteur, de l’idée à la maintenance, et un prix écrit avant de commencer',
    );
    await visitor.click('a', homeWords.seeServices);
    await visitor.sees(() => {
      const top = document.querySelector('#services h2')?.getBoundingClientRect().top ?? -1;
      return top > 0 && top < innerHeight;
    }, true);
    const typed = [
      home.forWhom,
      ...home.facts.flatMap(({ label, fact }) => [label, fact]),
      ...fixedPriceOffers.map(({ tab }) => tab),
      String(fixedPriceOffers[0]?.price),
    ];
    const lines = typed.flatMap((text) => text.replace(/[^\S\n]/g, ' ').split('\n'));
    expect(await visitor.run(notFound, lines)).toEqual([]);
    const open = () => Array.from(document.querySelectorAll('details'), (details) => details.open);
    await visitor.click('summary', home.questions[1]?.title ?? '');
    const onScreen = home.questions.map((_item, index) => index === 1);
    await visitor.sees(open, onScreen);
    await visitor.run(() => dispatchEvent(new Event('beforeprint')));
    const allOpen = onScreen.map(() => true);
    await visitor.sees(open, allOpen);
    await visitor.run(() => dispatchEvent(new Event('afterprint')));
    await visitor.sees(open, onScreen);
  });

  // The widths are the narrowest window with one column, with two, and a laptop.
  it('PAGE-4: no page scrolls sideways at 500, 768 and 1280 px', async ({ visitor }) => {
    await visitor.open('/');
    for (const width of [500, 768, 1280]) {
      await visitor.resize(width, 800);
      for (const path of ['/contact', '/about', '/legal-mention', '/privacy', '/']) {
        await visitor.follow(path);
        expect(await visitor.run(scrollsSideways), `${path} at ${width} px`).toBe(false);
      }
    }
  });

  it('MODE-1: the chosen mode outlives the page, blank screen included', async ({ visitor, front }) => {
    await visitor.open('/');
    await visitor.sees(ground, computed(grounds.light));
    expect(await visitor.run(looksAfterToggle), 'all parts at once').toBeLessThanOrEqual(2);
    await visitor.sees(ground, computed(grounds.dark));
    front.holdsProfile = true;
    await visitor.visit(`${front.url}/about`);
    await visitor.sees(ground, computed(grounds.dark));
    front.release();
    await visitor.click('button', 'Activer le mode clair');
    await visitor.sees(ground, computed(grounds.light));
    expect(await visitor.run(() => localStorage.getItem('mode'))).toBe('light');
  });

  it('PAGE-2: a link leads to the top and heading, without loading anew, and back', async ({ visitor }) => {
    await visitor.open('/');
    await visitor.run(scrollMarked);
    await visitor.sees(() => scrollY, 700);
    // A key follows the link: the pointer would scroll to it, and WebKit's Back would skip what a script's click did.
    // On a busy machine the window gets the keyboard after its page, and a link that had the focus loses it.
    await visitor.sees(() => {
      const link = document.querySelector<HTMLElement>('header a[href="/contact"]');
      link?.focus({ preventScroll: true });
      return document.hasFocus() && document.activeElement === link;
    }, true);
    await visitor.press('Enter');
    await visitor.sees(() => location.pathname, '/contact');
    await visitor.sees(focused, `H1 ${contact.title}`);
    await visitor.sees(() => scrollY, 0);
    expect(await visitor.run(() => document.title)).toMatch(/^Contact/);
    expect(await visitor.run(isSameDocument)).toBe(true);
    await visitor.goBack();
    await visitor.sees(() => location.pathname, '/');
    await visitor.sees(() => document.querySelectorAll('[aria-roledescription="carrousel"]').length, 1);
  });

  it('PAGE-2: a page that is loaded again stays where it was', async ({ visitor }) => {
    await visitor.open('/privacy');
    await visitor.run(scrollMarked);
    await visitor.sees(() => scrollY, 700);
    // The reload is delayed, so that the answer to this call comes from the old page.
    await visitor.run(() => void setTimeout(() => location.reload()));
    await visitor.sees(isSameDocument, false);
    await visitor.sees(isHydrated, true);
    await visitor.sees(() => scrollY, 700);
  });
}

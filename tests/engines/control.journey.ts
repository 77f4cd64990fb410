import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { about, fixedPriceOffers } from '../../src/site.ts';
import { formFields } from '../../src/words/form-fields.ts';
import { carouselLabels } from '../../src/words/labels.ts';
import { displayDelay, focused, isDrawerOpen, isHydrated, middleOf } from './in-page.ts';
import type { Scene } from './journeys.ts';

/** Each function runs in the page. */
const shownSlides = () =>
  [...document.querySelectorAll('[aria-roledescription="diapositive"]')]
    .filter((slide) => slide.checkVisibility({ visibilityProperty: true }))
    .map((slide) => slide.getAttribute('aria-label'));
const formValues = () => {
  const fields = document.querySelectorAll<HTMLInputElement>('form input, form select, form textarea');
  return Object.fromEntries(Array.from(fields, ({ name, value }) => [name, value]));
};

const shownCards = () =>
  [...document.querySelectorAll('#services article')]
    .filter((card) => card.checkVisibility({ visibilityProperty: true }))
    .map((card) => {
      const { width, height } = card.getBoundingClientRect();
      return { isNarrow: width <= 445, height, isWhole: card.scrollHeight <= card.clientHeight };
    });

const FIELD = 'input, select, textarea';
const TYPED = {
  email: [formFields.email.label, 'elodie@client.example'],
  fullname: [formFields.fullname.label, 'Élodie Martin'],
  phone: [formFields.phone.label, '+33 6 12 34 56 78'],
  message: [formFields.message.label, 'Bonjour, un projet pour notre refuge.'],
} as const;
const SUBJECT = 'Projet mobile à discuter';
const EMPTY = { subject: '', email: '', fullname: '', phone: '', message: '' };

export function controlJourneys(scene: Scene): void {
  it('HOME-2: the drawer stands at the right, keeps the focus and gives it back, and closes in each way', async () => {
    const { visitor } = scene;
    const openDrawer = async () => {
      await visitor.click('button', 'Ouvrir le menu');
      await visitor.sees(isDrawerOpen, true);
    };
    await visitor.engine.resize(500, 800);
    await visitor.open('/');
    await openDrawer();
    await visitor.sees(() => {
      const box = document.querySelector('dialog')?.getBoundingClientRect();
      return box ? Math.round(box.right) - document.documentElement.clientWidth : null;
    }, 0);
    await visitor.sees(focused, 'BUTTON Fermer le menu');
    for (const stop of ['A Nous contacter', "A L'équipe"]) {
      await visitor.engine.press('Tab');
      await visitor.sees(focused, stop);
    }
    await visitor.engine.run(() => {
      for (const link of document.querySelectorAll<HTMLElement>('main a')) link.focus();
    }, null);
    await visitor.sees(focused, "A L'équipe");
    await visitor.engine.press('Escape');
    await visitor.sees(isDrawerOpen, false);
    await visitor.sees(focused, 'BUTTON Ouvrir le menu');
    await openDrawer();
    await visitor.engine.pressAt({ x: 40, y: 400 });
    await visitor.sees(isDrawerOpen, false);
    await openDrawer();
    await visitor.click('dialog a', "L'équipe");
    await visitor.sees(() => location.pathname, '/about');
    await visitor.sees(isDrawerOpen, false);
    await visitor.sees(focused, `H1 ${about.title}`);
  });

  it('START-6: a click before hydration acts as long as the visitor waits for it', async () => {
    const { visitor, front } = scene;
    const opensAfter = async (meanwhile: () => unknown) => {
      front.holdsBundle = true;
      await visitor.engine.visit(`${front.url}/privacy`);
      await expect.poll(() => visitor.engine.run(displayDelay, null)).not.toBeNull();
      await visitor.click('button', 'Ouvrir le menu');
      await meanwhile();
      expect(await visitor.engine.run(isHydrated, null)).toBe(false);
      front.release();
      await visitor.sees(isHydrated, true);
      return visitor.engine.run(isDrawerOpen, null);
    };
    await visitor.engine.resize(500, 800);
    // A busy machine may take longer than the visitor waits.
    await expect.poll(() => opensAfter(() => {}), { timeout: 60_000 }).toBe(true);
    expect(await opensAfter(() => delay(3_100)), 'after 3 s').toBe(false);
  });

  it('CAR-2, CARD-4: one slide at a time, by buttons and arrow keys; cards of one height that cut nothing off', async () => {
    const { visitor } = scene;
    await visitor.open('/');
    const asSpecified = { isNarrow: true, height: 550, isWhole: true };
    expect(await visitor.engine.run(shownCards, null)).toEqual([asSpecified, asSpecified]);
    const count = fixedPriceOffers.length;
    const tabs = fixedPriceOffers.map(({ tab }) => tab);
    const slide = (index: number) =>
      carouselLabels.position(index % count, count, String(tabs[index % count]));
    if (count === 1) return;
    await visitor.click('button', carouselLabels.previous);
    await visitor.sees(shownSlides, [slide(count - 1)]);
    await visitor.click('button', carouselLabels.next);
    await visitor.sees(shownSlides, [slide(0)]);
    await visitor.engine.press('ArrowRight');
    await visitor.sees(shownSlides, [slide(1)]);
  });

  it('FORM-3: a wrong form leads to its first field, and nothing can be typed beyond 2000 characters', async () => {
    const { visitor } = scene;
    await visitor.open('/contact');
    await visitor.click('button', 'Envoyer');
    await visitor.sees(focused, 'SELECT Sujet');
    await visitor.click(FIELD, 'Message');
    await visitor.engine.run(() => void document.execCommand('insertText', false, 'é'.repeat(1999)), null);
    await visitor.engine.type('abc');
    await visitor.sees(() => (document.activeElement as HTMLTextAreaElement).value.slice(-3), 'ééa');
    await visitor.sees(() => document.body.textContent?.includes('2000/2000 caractères'), true);
    // FORM-11: the text is stored while it is typed, so no event at the end of the page is needed.
    await visitor.sees(() => sessionStorage.getItem('unsent-messages')?.includes('ééa'), true);
    await visitor.open('/contact');
    await visitor.sees(() => document.querySelector('textarea')?.value.length, 2000);
    await visitor.engine.run(() => sessionStorage.clear(), null);
  });

  it('FORM-5: a message that was sent: a notice at the top centre, and the form is emptied', async () => {
    const { visitor } = scene;
    await visitor.open('/contact');
    // The choice is made as the browser reports it, because the list of subjects opens outside the page.
    await visitor.engine.run((label) => {
      const select = document.querySelector('select');
      if (!select) return;
      select.value = label;
      for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
    }, SUBJECT);
    for (const [label, text] of Object.values(TYPED)) {
      await visitor.click(FIELD, label);
      await visitor.engine.type(text);
    }
    const typed = Object.entries(TYPED).map(([name, [, text]]) => [name, text]);
    await visitor.sees(formValues, { subject: SUBJECT, ...Object.fromEntries(typed) });
    await visitor.engine.run(watchNotice, null);
    await visitor.click('button', 'Envoyer');
    await visitor.sees(() => (window as unknown as { notice?: object }).notice, {
      text: expect.stringContaining('Merci ! Votre message a bien été envoyé.'),
      isCentred: true,
      isAtTop: true,
    });
    await visitor.sees(formValues, EMPTY);
    const panel = () =>
      /au plus tard [a-z]+di \d/.test(document.querySelector('form section')?.textContent ?? '');
    await visitor.sees(panel, true);
  });

  it('START-6: letters go on where they were when an extension changes the page before the scripts', async () => {
    const { visitor, front } = scene;
    front.holdsBundle = true;
    await visitor.engine.visit(`${front.url}/contact`);
    await expect.poll(() => visitor.engine.run(displayDelay, null)).not.toBeNull();
    await visitor.click(FIELD, 'Message');
    await visitor.engine.type('Bon');
    await visitor.engine.run(() => document.forms[0]?.prepend(document.createElement('div')), null);
    front.release();
    await visitor.sees(isHydrated, true);
    await visitor.engine.type('jour');
    await visitor.sees(() => document.querySelector('textarea')?.value, 'Bonjour');
    await visitor.engine.run(() => sessionStorage.clear(), null);
  });

  it('MODE-1: a press while the mode changes counts', async () => {
    const { visitor } = scene;
    await visitor.open('/privacy');
    await visitor.engine.run(() => {
      const sheet = new CSSStyleSheet();
      const slow = 'animation-duration: 60s !important';
      sheet.replaceSync(`::view-transition-group(*), ::view-transition-old(*) { ${slow} }`);
      document.adoptedStyleSheets = [sheet];
    }, null);
    const link = await visitor.engine.run(middleOf, { kind: 'nav a', name: "L'équipe" });
    if (!link) throw new Error('Nothing to press');
    await visitor.click('button', 'Activer le mode');
    await visitor.engine.pressAt(link);
    await visitor.sees(() => location.pathname, '/about');
  });

  // This test comes last, because a driver loses count of the pages when a browser brings one back whole.
  it('FORM-11: without scripts a refused post keeps its text, also after another page and Back', async () => {
    const { visitor, front } = scene;
    front.forbidsScripts = true;
    await visitor.engine.visit(`${front.url}/contact`);
    await visitor.click(FIELD, 'Message');
    await visitor.engine.type('Court');
    await visitor.click('button', 'Envoyer');
    await visitor.sees(() => document.querySelector('[aria-invalid]') !== null, true);
    await visitor.click('footer a', 'Mentions légales');
    await visitor.sees(() => location.pathname, '/legal-mention');
    await visitor.engine.goBack();
    await visitor.sees(() => document.querySelector('textarea')?.value, 'Court');
    front.forbidsScripts = false;
  });
}

/** Runs in the page; describes the next notice as soon as it appears, because polling from outside may be late. */
function watchNotice(): void {
  const look = () => {
    const box = document.querySelector('[role=status] > *');
    if (!box) return;
    const { x, y, width } = box.getBoundingClientRect();
    const isCentred = Math.abs(x + width / 2 - document.documentElement.clientWidth / 2) < 2;
    Object.assign(window, { notice: { text: box.textContent, isCentred, isAtTop: y < 100 } });
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}

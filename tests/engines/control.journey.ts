import { expect } from 'vitest';
import { about, fixedPriceOffers } from '../../src/site.ts';
import { formFields } from '../../src/words/form-fields.ts';
import { carouselLabels } from '../../src/words/labels.ts';
import { focused, isDrawerOpen, middleOf } from './in-page.ts';
import type { Journey } from './journeys.ts';

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
  email: 'elodie@client.example',
  fullname: 'Élodie Martin',
  phone: '+33 6 12 34 56 78',
  message: 'Bonjour, un projet pour notre refuge.',
};
const SUBJECT = 'Projet mobile à discuter';
const EMPTY = { subject: '', email: '', fullname: '', phone: '', message: '' };

export function controlJourneys(it: Journey): void {
  it('HOME-2: the drawer, at the right, keeps the focus, and closes in each way', async ({ visitor }) => {
    const openDrawer = async () => {
      await visitor.click('button', 'Ouvrir le menu');
      await visitor.sees(isDrawerOpen, true);
    };
    await visitor.resize(500, 800);
    await visitor.open('/');
    await openDrawer();
    await visitor.sees(() => {
      const box = document.querySelector('dialog')?.getBoundingClientRect();
      return box ? Math.round(box.right) - document.documentElement.clientWidth : null;
    }, 0);
    await visitor.sees(focused, 'BUTTON Fermer le menu');
    for (const stop of ['A Nous contacter', "A L'équipe"]) {
      await visitor.press('Tab');
      await visitor.sees(focused, stop);
    }
    await visitor.run(() => {
      for (const link of document.querySelectorAll<HTMLElement>('main a')) link.focus();
    });
    await visitor.sees(focused, "A L'équipe");
    await visitor.press('Escape');
    await visitor.sees(isDrawerOpen, false);
    await visitor.sees(focused, 'BUTTON Ouvrir le menu');
    await openDrawer();
    await visitor.pressAt({ x: 40, y: 400 });
    await visitor.sees(isDrawerOpen, false);
    await openDrawer();
    await visitor.click('dialog a', "L'équipe");
    await visitor.sees(() => location.pathname, '/about');
    await visitor.sees(isDrawerOpen, false);
    await visitor.sees(focused, `H1 ${about.title}`);
  });

  it('CAR-2, CARD-4: one slide at a time, on cards that cut nothing off', async ({ visitor }) => {
    await visitor.open('/');
    const asSpecified = { isNarrow: true, height: 550, isWhole: true };
    expect(await visitor.run(shownCards)).toEqual([asSpecified, asSpecified]);
    const count = fixedPriceOffers.length;
    const tabs = fixedPriceOffers.map(({ tab }) => tab);
    const slide = (index: number) =>
      carouselLabels.position(index % count, count, String(tabs[index % count]));
    if (count === 1) return;
    await visitor.click('button', carouselLabels.previous);
    await visitor.sees(shownSlides, [slide(count - 1)]);
    await visitor.click('button', carouselLabels.next);
    await visitor.sees(shownSlides, [slide(0)]);
    await visitor.press('ArrowRight');
    await visitor.sees(shownSlides, [slide(1)]);
  });

  it('FORM-3: a wrong form leads to its first field; the message ends at 2000', async ({ visitor }) => {
    await visitor.open('/contact');
    await visitor.click('button', 'Envoyer');
    await visitor.sees(focused, 'SELECT Sujet');
    await visitor.click(FIELD, 'Message');
    await visitor.run(() => void document.execCommand('insertText', false, 'é'.repeat(1999)));
    await visitor.type('abc');
    await visitor.sees(() => (document.activeElement as HTMLTextAreaElement).value.slice(-3), 'ééa');
    await visitor.sees(() => document.body.textContent?.includes('2000/2000 caractères'), true);
    // FORM-11: the text is stored while it is typed, so no event at the end of the page is needed.
    await visitor.sees(() => sessionStorage.getItem('unsent-messages')?.includes('ééa'), true);
    await visitor.open('/contact');
    await visitor.sees(() => document.querySelector('textarea')?.value.length, 2000);
    await visitor.run(() => sessionStorage.clear());
  });

  it('FORM-5: a message is sent, and the form is emptied', async ({ visitor }) => {
    await visitor.open('/contact');
    // The choice is made as the browser reports it, because the list of subjects opens outside the page.
    await visitor.run((label) => {
      const select = document.querySelector('select');
      if (!select) return;
      select.value = label;
      for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
    }, SUBJECT);
    for (const name of ['email', 'fullname', 'phone', 'message'] as const) {
      await visitor.click(FIELD, formFields[name].label);
      await visitor.type(TYPED[name]);
    }
    await visitor.sees(formValues, { subject: SUBJECT, ...TYPED });
    await visitor.click('button', 'Envoyer');
    await visitor.sees(formValues, EMPTY);
    const panel = () =>
      /au plus tard [a-z]+di \d/.test(document.querySelector('form section')?.textContent ?? '');
    await visitor.sees(panel, true);
  });

  it('MODE-1: a press while the mode changes counts', async ({ visitor }) => {
    await visitor.open('/privacy');
    await visitor.run(() => {
      const sheet = new CSSStyleSheet();
      const slow = 'animation-duration: 60s !important';
      sheet.replaceSync(`::view-transition-group(*), ::view-transition-old(*) { ${slow} }`);
      document.adoptedStyleSheets = [sheet];
    });
    const link = await visitor.run(middleOf, { kind: 'nav a', name: "L'équipe" });
    if (!link) throw new Error('Nothing to press');
    await visitor.click('button', 'Activer le mode');
    await visitor.pressAt(link);
    await visitor.sees(() => location.pathname, '/about');
  });

  // This test comes last, because a driver loses count of the pages when a browser brings one back whole.
  it('FORM-11: without scripts a refused post keeps its text, after Back too', async ({ visitor, front }) => {
    front.forbidsScripts = true;
    await visitor.visit(`${front.url}/contact`);
    await visitor.click(FIELD, 'Message');
    await visitor.type('Court');
    await visitor.click('button', 'Envoyer');
    await visitor.sees(() => document.querySelector('[aria-invalid]') !== null, true);
    await visitor.click('footer a', 'Mentions légales');
    await visitor.sees(() => location.pathname, '/legal-mention');
    await visitor.goBack();
    await visitor.sees(() => document.querySelector('textarea')?.value, 'Court');
    front.forbidsScripts = false;
  });
}

import { expect, it } from 'vitest';
import { focused, isHydrated } from './in-page.ts';
import type { Scene } from './journeys.ts';

export function navigationJourneys(scene: Scene): void {
  it('PAGE-2: follows a link without loading anew: heading focused, title changed, page at its top, and back', async () => {
    const { visitor } = scene;
    await visitor.engine.resize(1280, 800);
    await visitor.open('/');
    await visitor.engine.run(() => {
      document.documentElement.dataset['same'] = 'yes';
      scrollTo({ top: 700, behavior: 'instant' });
    }, null);
    await visitor.sees(() => scrollY, 700);
    // Without the pointer, which would be brought to the link by scrolling.
    await visitor.engine.run(
      () => document.querySelector<HTMLElement>('header a[href="/contact"]')?.click(),
      null,
    );
    await visitor.sees(() => location.pathname, '/contact');
    await visitor.sees(focused, 'H1 Parlons de votre projet');
    await visitor.sees(() => scrollY, 0);
    expect(await visitor.engine.run(() => document.title, null)).toMatch(/^Contact/);
    expect(await visitor.engine.run(() => document.documentElement.dataset['same'], null)).toBe('yes');
    await visitor.engine.goBack();
    await visitor.sees(() => location.pathname, '/');
    await visitor.sees(() => document.querySelectorAll('[aria-roledescription="carrousel"]').length, 1);
  });

  it('PAGE-1: a page that could not be had when its link was pointed at is had later', async () => {
    const { visitor, front } = scene;
    await visitor.open('/contact');
    front.scripts = 'refused';
    await visitor.engine.run(() => {
      for (const link of document.querySelectorAll('footer a'))
        link.dispatchEvent(new Event('touchstart', { bubbles: true }));
    }, null);
    // Engines differ in how many of the files they still ask for: only time says that no request is on its way.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    front.scripts = 'through';
    for (const [link, path] of [
      ['Politique de confidentialité', '/privacy'],
      ['Accueil', '/'],
    ] as const) {
      await visitor.click('link', link, 'footer');
      await visitor.sees(() => location.pathname, path);
      await visitor.sees(() => document.querySelector('form') === null, true);
      await visitor.sees(isHydrated, true);
    }
  });

  it('PAGE-2: a page that is loaded again stays where it was', async () => {
    const { visitor } = scene;
    await visitor.open('/privacy');
    await visitor.engine.run(() => {
      document.documentElement.dataset['same'] = 'yes';
      scrollTo({ top: 700, behavior: 'instant' });
    }, null);
    await visitor.sees(() => scrollY, 700);
    // Later, so that the answer to this comes from the page that is left.
    await visitor.engine.run(() => void setTimeout(() => location.reload()), null);
    await visitor.sees(() => document.documentElement.dataset['same'] ?? 'new', 'new');
    await visitor.sees(isHydrated, true);
    await visitor.sees(() => scrollY, 700);
  });

  it('PAGE-3: the button back to the top comes beyond 300 px and leads there', async () => {
    const { visitor } = scene;
    await visitor.open('/privacy');
    const isThere = () =>
      [...document.querySelectorAll('button')].some((each) => each.textContent?.includes('Retour en haut'));
    const scrollToHeight = (top: number) =>
      visitor.engine.run((height: number) => scrollTo({ top: height, behavior: 'instant' }), top);
    await scrollToHeight(301);
    await visitor.sees(isThere, true);
    await scrollToHeight(300);
    await visitor.sees(isThere, false);
    await scrollToHeight(301);
    await visitor.sees(isThere, true);
    await visitor.click('button', 'Retour en haut');
    await visitor.sees(() => scrollY, 0);
  });

  it('HOME-6: the call to action scrolls to the services', async () => {
    const { visitor } = scene;
    await visitor.open('/');
    await visitor.click('link', 'Voir nos services');
    await visitor.sees(() => {
      const top = document.querySelector('#services h2')?.getBoundingClientRect().top ?? -1;
      return top > 0 && top < innerHeight;
    }, true);
  });
}

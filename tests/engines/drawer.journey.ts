import { beforeEach, describe, expect, it } from 'vitest';
import { focused } from './in-page.ts';
import type { Scene } from './journeys.ts';

export function drawerJourneys(scene: Scene): void {
  describe('HOME-2: the drawer', () => {
    const isOpen = () => document.querySelector('dialog')?.open ?? false;
    const focusBehind = () => {
      for (const element of document.querySelectorAll<HTMLElement>('main a, header button')) {
        if (!element.closest('dialog')) element.focus();
      }
    };

    beforeEach(async () => {
      await scene.visitor.engine.resize(500, 800);
      await scene.visitor.open('/');
      await scene.visitor.click('button', 'Ouvrir le menu');
      await scene.visitor.sees(isOpen, true);
    });

    it('stands at the right with two links and keeps the focus inside', async () => {
      const { visitor } = scene;
      await visitor.sees(() => {
        const box = document.querySelector('dialog')?.getBoundingClientRect();
        return box ? Math.round(box.right) - document.documentElement.clientWidth : null;
      }, 0);
      const links = () => [...document.querySelectorAll('dialog a')].map((link) => link.textContent);
      expect(await visitor.engine.run(links, null)).toEqual(['Nous contacter', "L'équipe"]);
      await visitor.sees(focused, 'BUTTON Fermer le menu');
      for (const stop of ['A Nous contacter', "A L'équipe"]) {
        await visitor.engine.press('Tab');
        await visitor.sees(focused, stop);
      }
      await visitor.engine.run(focusBehind, null);
      await visitor.sees(focused, "A L'équipe");
    });

    it('closes on Escape and gives the focus back', async () => {
      await scene.visitor.engine.press('Escape');
      await scene.visitor.sees(isOpen, false);
      await scene.visitor.sees(focused, 'BUTTON Ouvrir le menu');
    });

    it('closes on its own button', async () => {
      // By the key: a second press in the place of the first, the burger, may count as a double click, which closes nothing.
      await scene.visitor.sees(focused, 'BUTTON Fermer le menu');
      await scene.visitor.engine.press('Enter');
      await scene.visitor.sees(isOpen, false);
    });

    it('closes on a press beside it', async () => {
      await scene.visitor.engine.pressAt({ x: 40, y: 400 });
      await scene.visitor.sees(isOpen, false);
    });

    it('closes on navigating', async () => {
      await scene.visitor.click('link', "L'équipe", 'dialog');
      await scene.visitor.sees(() => location.pathname, '/about');
      await scene.visitor.sees(isOpen, false);
      await scene.visitor.sees(focused, 'H1 Le studio');
      // Another page brings its own bar; on the same page it is the click that closes the drawer.
      await scene.visitor.click('button', 'Ouvrir le menu');
      await scene.visitor.sees(isOpen, true);
      await scene.visitor.click('link', "L'équipe", 'dialog');
      await scene.visitor.sees(isOpen, false);
    });
  });
}

import { expect, test } from '../browser/fixtures.ts';
import { lostText } from './lost-text.ts';

/** What the search for lost text has to see, one fault a line, on a page of 300 by 200 px. */
const FAULTS: readonly { fault: string; html: string; seen: string[] }[] = [
  {
    fault: 'a line that runs out at the right',
    html: '<p style="width: 400px; white-space: nowrap; text-align: right">Loin</p>',
    seen: ['out of the window: Loin'],
  },
  {
    fault: 'a line that leaves a bar by the top of the window',
    html: '<div style="display: flex; align-items: center; height: 20px">Un nom<br>sur trois<br>lignes</div>',
    seen: ['out of the window: Un nom'],
  },
  {
    fault: 'a word broken in two',
    html: '<p style="width: 60px; overflow-wrap: anywhere">Développement</p>',
    seen: ['broken within a word: Développement'],
  },
  {
    fault: 'a line cut by its box',
    html: '<p style="height: 20px; overflow: hidden">Première<br>Seconde</p>',
    seen: ['cut off by P: Seconde'],
  },
  {
    fault: 'a label larger than its button',
    html: '<button style="width: 40px; height: 30px; padding: 0; white-space: nowrap">Envoyer</button>',
    seen: ['out of its BUTTON: Envoyer'],
  },
  {
    fault: 'a text over another',
    html: '<p>Dessous</p><p style="margin-top: -20px">Dessus</p>',
    seen: ['one over the other: Dessous / Dessus'],
  },
  {
    fault: 'a text over a control',
    html: '<button style="width: 80px; height: 30px" aria-label="Menu"></button><p style="margin-top: -24px">Dessus</p>',
    seen: ['over the BUTTON Menu: Dessus'],
  },
  {
    fault: 'nothing: lines, links in a sentence, hyphens, an address, words for assistive technology',
    html: `<p style="width: 120px; overflow-wrap: anywhere">Une phrase avec <a href="#x">un lien sur deux lignes</a>,
      Auvergne-Rhône-Alpes et quelquun@exemple-de-domaine.fr.</p>
      <span style="position: absolute; left: -900px; clip-path: inset(50%)">Caché</span>`,
    seen: [],
  },
];

test.use({ viewport: { width: 300, height: 200 } });

for (const { fault, html, seen } of FAULTS) {
  test(`the search for lost text sees ${fault}`, async ({ page }) => {
    await page.setContent(`<style>* { margin: 0; font: 16px/20px sans-serif }</style>${html}`);
    expect([...new Set(await lostText(page))]).toEqual(seen);
  });
}

import { expect, test } from '../browser/fixtures.ts';
import { lostText } from './lost-text.ts';

test.use({ viewport: { width: 300, height: 200 } });

const SAMPLES = [
  // Each page of 300 by 200 px has one fault; `lostText` reports it like this.
  ['<p style="width: 400px; white-space: nowrap; text-align: right">Loin</p>', 'out of the window: Loin'],
  ['<div style="margin-top: -15px">Un nom<br>sur trois<br>lignes</div>', 'out of the window: Un nom'],
  ['<p style="width: 60px; overflow-wrap: anywhere">Chantier long</p>', 'broken within a word: Chantier'],
  ['<p style="height: 20px; overflow: hidden">Première<br>Seconde</p>', 'cut off by P: Seconde'],
  [
    '<button style="width: 40px; height: 30px; padding: 0; white-space: nowrap">Envoyer</button>',
    'out of its BUTTON: Envoyer',
  ],
  ['<p>Dessous</p><p style="margin-top: -20px">Dessus</p>', 'one over the other: Dessous / Dessus'],
  [
    '<button style="width: 80px; height: 30px" aria-label="Menu"></button><p style="margin-top: -24px">Dessus</p>',
    'over the BUTTON Menu: Dessus',
  ],
  // None of these is a fault: a row of tabs, lines, links in a sentence, hyphens, an address, words for screen readers.
  [
    `<div role="tablist" style="display: flex; overflow-x: auto"><button style="flex: 0 0 400px">Application mobile</button></div>
      <p style="width: 120px; overflow-wrap: anywhere">Une phrase avec <a href="#x">un lien sur deux lignes</a>,
      Auvergne-Rhône-Alpes et quelquun@exemple-de-domaine.fr.</p>
      <span style="position: absolute; left: -900px; clip-path: inset(50%)">Caché</span>`,
  ],
];

test('the search for lost text finds each kind, and nothing else', async ({ page }) => {
  for (const [html, ...said] of SAMPLES) {
    await page.setContent(`<style>* { margin: 0; font: 16px/20px sans-serif }</style>${html}`);
    expect.soft([...new Set(await lostText(page))], html).toEqual(said);
  }
});

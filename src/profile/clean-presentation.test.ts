import { describe, expect, it } from 'vitest';
import { asBrowsersWrite, cleanPresentation } from './current-profile.server.ts';

// tests/security/xss.spec.ts tries everything that could run or load something, and compares with the browser.
describe('HOME-5: the presentation', () => {
  it('keeps a paragraph with emphasis and links', () => {
    const html =
      '<p>Je conçois des sites <strong>utiles</strong>, <em>simples</em>.<br />Voir <a href="https://exemple.fr">ici</a>.</p>';
    expect(cleanPresentation(html)).toBe(html);
  });

  it('leaves the server as browsers write it', () => {
    expect(asBrowsersWrite(cleanPresentation('<p>activité\u00a0:<br/>deux&nbsp;mots</p>'))).toBe(
      '<p>activité&nbsp;:<br>deux&nbsp;mots</p>',
    );
  });

  it('is the same when cleaned again', () => {
    const once = cleanPresentation(
      '<p onclick="x()">A &amp; B&nbsp;: <a href="mailto:a@exemple.fr" target="_blank">écrire</a></p>',
    );
    expect(cleanPresentation(once)).toBe(once);
  });
});

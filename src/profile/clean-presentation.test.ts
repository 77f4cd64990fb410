import { describe, expect, it } from 'vitest';
import { asBrowsersWrite, cleanPresentation } from './clean-presentation.server.ts';

describe('HOME-5: the presentation', () => {
  it('keeps a paragraph with emphasis and links', () => {
    const html =
      '<p>Je conçois des sites <strong>utiles</strong>, <em>simples</em>.<br />Voir <a href="https://exemple.fr">ici</a>.</p>';
    expect(cleanPresentation(html)).toBe(
      html.replace('<a href="https://exemple.fr">', '<a href="https://exemple.fr" rel="noopener">'),
    );
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

  it.each([
    ['script', '<script>alert(1)</script>'],
    ['script in a paragraph', '<p><script src="https://x.example/x.js"></script></p>'],
    ['handler', '<p onmouseover="alert(1)">x</p>'],
    ['javascript: link', '<a href="javascript:alert(1)">x</a>'],
    ['javascript: link, hidden', '<a href="&#106;ava\tscript:alert(1)">x</a>'],
    ['data: link', '<a href="data:text/html,<script>alert(1)</script>">x</a>'],
    ['protocol-relative link', '<a href="//x.example">x</a>'],
    ['picture', '<img src=x onerror=alert(1)>'],
    ['svg', '<svg onload=alert(1)><script>alert(1)</script></svg>'],
    ['math', '<math><mtext><img src=x onerror=alert(1)></mtext></math>'],
    ['style', '<style>*{display:none}</style>'],
    ['style attribute', '<p style="position:fixed;inset:0">x</p>'],
    ['form', '<form action="https://x.example"><input name="a"><button>x</button></form>'],
    ['frame', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['base', '<base href="https://x.example/">'],
    ['meta', '<meta http-equiv="refresh" content="0;url=https://x.example">'],
    ['template', '<template><script>alert(1)</script></template>'],
  ])('loses a %s', (_what, html) => {
    expect(cleanPresentation(html)).not.toMatch(
      /script|on\w+=|javascript|data:|\/\/x\.example|<(img|svg|math|style|form|input|button|iframe|base|meta|template)|style=|alert/i,
    );
  });
});

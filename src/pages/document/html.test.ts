import { expect, test } from 'vitest';
import { escapeHtml, inline, tag } from './html.ts';

test('text cannot become markup, in content or in an attribute', () => {
  expect(escapeHtml(`"><script>&'`)).toBe("&quot;&gt;&lt;script&gt;&amp;'");
  expect(tag('meta', { content: '"><script>' })).toBe('<meta content="&quot;&gt;&lt;script&gt;">');
});

test('attributes stand alone, have a value, or are left out', () => {
  expect(tag('script', { async: true, defer: false, src: '/a.js', media: null, id: undefined })).toBe(
    '<script async src="/a.js">',
  );
});

test('an inline script that would end too early is refused', () => {
  expect(inline('script', 'go()')).toBe('<script>go()</script>');
  expect(() => inline('script', '"</SCRIPT>"')).toThrow();
});

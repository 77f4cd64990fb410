import { expect, test } from 'vitest';
import { escapeHtml } from '../escape-html.ts';
import { dataBlock, inline, tag } from './head-html.ts';

test('text cannot become markup, in content or in an attribute', () => {
  expect(escapeHtml(`"><script>&'`)).toBe('&#34;&#62;&#60;script&#62;&#38;&#39;');
  expect(tag('meta', { content: '"><script>' })).toBe('<meta content="&#34;&#62;&#60;script&#62;">');
});

test('an inline script that would end too early is refused', () => {
  expect(inline('script', 'go()')).toBe('<script>go()</script>');
  expect(() => inline('script', '"</SCRIPT>"')).toThrow();
});

test('a data block holds its data, and cannot end too early', () => {
  const data = { name: '</script><script>go()</script><!--' };
  const block = dataBlock(data);
  expect(block.match(/<\/?script/gi)).toHaveLength(2);
  expect(block).not.toContain('<!--');
  expect(JSON.parse(block.replace(/^<[^>]*>|<\/script>$/g, ''))).toEqual(data);
});

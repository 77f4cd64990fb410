import { escapeHtml } from '../../escape-html.ts';

/** Attributes of a tag: true stands alone, false, null and undefined are left out. */
export type Attributes = Readonly<Record<string, string | boolean | null | undefined>>;

/** Writes an opening tag. */
export function tag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([attribute, value]) => {
    if (value === true) return ` ${attribute}`;
    return typeof value === 'string' ? ` ${attribute}="${escapeHtml(value)}"` : '';
  });
  return `<${name}${written.join('')}>`;
}

/**
 * Writes an inline script or style unchanged: its digest is in the content security policy.
 * @throws Error if the content holds the end tag
 */
export function inline(name: 'script' | 'style', content: string, attributes: Attributes = {}): string {
  if (content.toLowerCase().includes(`</${name}`))
    throw new Error(`The inline ${name} holds its own closing tag`);
  return `${tag(name, attributes)}${content}</${name}>`;
}

/** Writes JSON-LD for search engines: a data block, never executed, so the content security policy does not concern it. */
export function dataBlock(data: object): string {
  // Escaped, so that it cannot end the element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `${tag('script', { type: 'application/ld+json' })}${json}</script>`;
}

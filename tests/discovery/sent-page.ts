/** A page as a program without a browser reads it. */
export interface SentPage {
  status: number;
  html: string;
  title: string;
  /** Content of the meta tags by name or property. */
  meta: Map<string, string>;
  /** Every `link` of the head. */
  links: Record<string, string>[];
  /** The JSON-LD blocks. */
  data: unknown[];
  /** The text of `main`, without markup. */
  text: string;
}

/** Asks a running site for a page. */
export async function readSentPage(url: string): Promise<SentPage> {
  const response = await fetch(url, { redirect: 'error' });
  const html = await response.text();
  const [head = ''] = html.split('</head>');
  const metas = tagsIn(head, 'meta').map(
    ({ name, property, content }) => [name ?? property ?? '', content ?? ''] as const,
  );
  return {
    status: response.status,
    html,
    title: unescapeHtml(/<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ''),
    meta: new Map(metas),
    links: tagsIn(head, 'link'),
    data: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
      JSON.parse(json),
    ),
    text: textOf(/<main\b.*<\/main>/s.exec(html)?.[0] ?? ''),
  };
}

/** The attributes of every such tag. */
function tagsIn(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
        key,
        unescapeHtml(value),
      ]),
    ),
  );
}

function textOf(html: string): string {
  return unescapeHtml(html.replace(/<(script|style)\b.*?<\/\1>/gs, '').replace(/<!--.*?-->|<[^>]*>/gs, ' '))
    .replace(/[ \n]+/g, ' ')
    .trim();
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function unescapeHtml(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

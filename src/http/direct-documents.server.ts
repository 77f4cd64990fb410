import { type PageName, pageNames, routes } from '../routes.ts';
import type { DirectRoute } from './direct.server.ts';
import { chooseVariant, type EncodedVariant, matchesEtag } from './encodings.server.ts';
import { documentHeaders, type PagesOptions, variantHeaders } from './pages.server.ts';
import { type AnswerStart, headerLines, keptForSecond } from './whole-answer.server.ts';

/** The two answers of a variant, written out. */
interface Written {
  found: Buffer;
  /** To a browser that has it already. */
  unchanged: Buffer;
}

/**
 * The pages that are the same for everyone, for `answerDirectly`.
 * @param baseHeaders the headers that every answer has; a document has a policy of its own
 */
export function directDocuments(
  { documents, ownHeaders }: PagesOptions,
  baseHeaders: Readonly<Record<string, string>>,
  answerStart: AnswerStart,
): [string, DirectRoute][] {
  const kept = keptForSecond<EncodedVariant, Written>();

  function written(name: PageName, variant: EncodedVariant): Written {
    const start = answerStart(200);
    return kept(variant, start, () => write(name, variant, start));
  }

  function write(name: PageName, variant: EncodedVariant, start: string): Written {
    const shared = { ...baseHeaders, ...documentHeaders(ownHeaders[name], variant.etag) };
    const own = { ...variantHeaders(variant), 'content-length': `${variant.body.length}` };
    const head = Buffer.from(`${start}${headerLines({ ...shared, ...own })}\r\n`);
    const unchanged = Buffer.from(`${answerStart(304)}${headerLines(shared)}\r\n`);
    return { found: Buffer.concat([head, variant.body]), unchanged };
  }

  function routeOf(name: PageName): DirectRoute {
    return {
      method: 'GET',
      answer({ headers }, reply) {
        if (headers['content-length'] !== undefined) return false;
        const variant = chooseVariant(documents.get(name), headers['accept-encoding']);
        if (matchesEtag(headers['if-none-match'], variant.etag))
          reply.send(304, written(name, variant).unchanged);
        else reply.send(200, written(name, variant).found);
        return true;
      },
    };
  }

  const names = pageNames.filter((name) => name !== 'contact');
  return names.map((name) => [routes[name].path, routeOf(name)]);
}

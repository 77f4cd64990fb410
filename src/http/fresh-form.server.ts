import { ISSUED_PLACEHOLDER } from '../contact/page-state.ts';
import type { DocumentName, Documents } from './documents.server.ts';
import { chooseVariant, type EncodedVariant, etagsIn, quick } from './encodings.server.ts';

type Encoding = EncodedVariant['encoding'];

/** The documents that hold the form, each with a token of the second it is asked for. */
export interface FreshForm {
  get(name: DocumentName, acceptEncoding: string | undefined, now: number): Promise<EncodedVariant>;
}

interface Made {
  etag: string;
  variant: Promise<EncodedVariant>;
}

/**
 * Puts the token of the present second into documents that were rendered ahead. However many visitors ask, each encoding is
 * made at most once a second, and only on demand.
 * @param issue gives the token of an instant
 */
export function createFreshForm(documents: Documents, issue: (now: number) => string): FreshForm {
  const latest = new Map<string, Made>();
  return {
    get(name, acceptEncoding, now) {
      const document = documents.get(name);
      const { encoding, etag: base } = chooseVariant(document, acceptEncoding);
      const etag = freshEtag(base, now);
      const key = `${name} ${encoding}`;
      const known = latest.get(key);
      if (known?.etag === etag) return known.variant;
      const plain = (document.variants.at(-1) as EncodedVariant).body;
      const variant = make(plain, encoding, etag, issue(now));
      latest.set(key, { etag, variant });
      return variant;
    },
  };
}

async function make(plain: Buffer, encoding: Encoding, etag: string, token: string): Promise<EncodedVariant> {
  const html = Buffer.from(plain.toString().replaceAll(ISSUED_PLACEHOLDER, token));
  return { encoding, etag, body: await quick[encoding](html) };
}

/** A browser may keep its copy half as long as the token in it is taken for fresh. */
const COPY_FRESH_SECONDS = 12 * 60 * 60;

/** The validator of the document, with the second of its token in it. */
function freshEtag(base: string, now: number): string {
  return base.replace(/-(?=\w+"$)/, `.${Math.floor(now / 1000).toString(36)}-`);
}

/**
 * The validator, among those of an If-None-Match header, of the same document with a token that is good for hours yet: a
 * returning browser is then told to keep its copy, as for any other page.
 * @param etag that of the document as it would be sent now; `*` names it too
 */
export function stillFresh(ifNoneMatch: string | undefined, etag: string): string | undefined {
  if (ifNoneMatch === '*') return etag;
  const now = partsOf(etag);
  return etagsIn(ifNoneMatch).find((tag) => {
    const kept = partsOf(tag);
    const age = now.second - kept.second;
    return kept.rest === now.rest && age >= 0 && age <= COPY_FRESH_SECONDS;
  });
}

function partsOf(etag: string): { rest: string; second: number } {
  const [, before = '', second = '', after = ''] = /^"([\w-]+)\.([0-9a-z]+)-(\w+)"$/.exec(etag) ?? [];
  return { rest: `${before} ${after}`, second: Number.parseInt(second, 36) };
}

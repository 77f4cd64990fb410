import { isUtf8 } from 'node:buffer';
import {
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  Scalar,
  visit,
} from 'yaml';

/** A value as it was typed; empty texts, lists and groups are left out. */
export type Typed = string | Typed[] | Group;
export interface Group {
  [key: string]: Typed;
}
export type Path = readonly (string | number)[];
export interface Place {
  line: number;
  column: number;
}
export interface Slip extends Place {
  /** The field with which the line begins. */
  field?: string;
  text: string;
}

/** A file of a studio's folder, with the place of every value. */
export interface YamlFile {
  /** Undefined if the file cannot be read as YAML. */
  value: Group | undefined;
  slips: Slip[];
  /** The paths of all fields, empty ones included. */
  keys: Path[];
  /** Returns the place of a value; if it is missing, the place of its group. */
  placeOf(path: Path): Place;
  keyPlaceOf(path: Path): Place;
}

const QUOTES = 'mettez le texte entre guillemets, comme "Tarif : sur devis"';
const NO_YAML = 'cette ligne ne se lit pas ; comparez-la avec le même fichier de example/';

/** The sentence for each error of the YAML format. */
const slips: Readonly<Record<ErrorCode, string>> = {
  TAB_AS_INDENT: 'une tabulation commence la ligne ; il faut des espaces',
  MISSING_CHAR: 'il manque le guillemet fermant de ce texte, ou « : » après le nom d’un champ',
  BLOCK_AS_IMPLICIT_KEY: `« : » n’a pas sa place ici ; alignez les champs d’un même groupe, et ${QUOTES}`,
  MULTILINE_IMPLICIT_KEY: 'il manque « : » et une espace après le nom du champ, comme price: "750"',
  BAD_INDENT:
    'la ligne n’est pas alignée avec ses voisines, ou un crochet ou une accolade ne se ferme pas avant elle',
  UNEXPECTED_TOKEN:
    'la suite de la ligne est de trop ; il faut un seul texte entre guillemets, sans guillemet droit dedans',
  BAD_SCALAR_START: `un texte ne commence pas par ce signe sans guillemets ; ${QUOTES}`,
  BAD_DQ_ESCAPE: 'la barre oblique inverse n’a pas sa place dans un texte ; retirez-la',
  DUPLICATE_KEY: 'ce champ est écrit deux fois dans le même groupe ; gardez-en un',
  MULTIPLE_DOCS: 'cette ligne coupe le fichier en deux ; retirez-la',
  NON_STRING_KEY: 'le nom d’un champ est un mot seul, comme price',
  BAD_DIRECTIVE: 'une ligne qui commence par % n’a pas sa place ici ; retirez-la',
  ALIAS_PROPS: NO_YAML,
  BAD_ALIAS: `un renvoi (*) n’a pas sa place ici ; ${QUOTES}`,
  BAD_COLLECTION_TYPE: NO_YAML,
  BAD_PROP_ORDER: NO_YAML,
  BLOCK_IN_FLOW: NO_YAML,
  IMPOSSIBLE: NO_YAML,
  KEY_OVER_1024_CHARS: NO_YAML,
  MULTIPLE_ANCHORS: NO_YAML,
  MULTIPLE_TAGS: NO_YAML,
  RESOURCE_EXHAUSTION: NO_YAML,
  TAG_RESOLVE_FAILED: NO_YAML,
};

/** YAML features that a studio refuses, because the value read would differ from the text typed. */
const refused: readonly (readonly [(node: Node) => boolean, sign: string, text: string])[] = [
  [isAlias, '*', slips.BAD_ALIAS],
  [
    (node) => 'anchor' in node && node.anchor !== undefined,
    '&',
    `une ancre (&) n’a pas sa place ici ; ${QUOTES}`,
  ],
  [(node) => node.tag !== undefined, '!', `une étiquette (!) n’a pas sa place ici ; ${QUOTES}`],
];

const NOTHING = /^(?:null|~|)$/i;

/** Reads a file in YAML. @param bytes of the file, whose texts are read as they were typed */
export function readYaml(bytes: Buffer): YamlFile {
  const lines = new LineCounter();
  const source = new TextDecoder().decode(bytes);
  const found: Slip[] = [];
  const keys: Path[] = [];
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const report = (offset: number, text: string) => {
    const place = at(offset);
    const [, field] =
      /^[\s-]*"?([a-z][^\s":#]*)"?(?: ?:|\s+["'])/i.exec(source.split('\n')[place.line - 1] ?? '') ?? [];
    found.push({ ...place, ...(field && { field }), text });
  };
  const places = new WeakMap<object, Map<string | number, { key: number; value: number }>>();
  const result = (value: Group | undefined): YamlFile => {
    const find = (path: Path, of: 'key' | 'value') => {
      let place = { key: 0, value: 0 };
      let inner: Typed | undefined = value;
      for (const key of path) {
        const next = typeof inner === 'object' ? places.get(inner)?.get(key) : undefined;
        if (!next || typeof inner !== 'object') return at(place.key);
        place = next;
        inner = Array.isArray(inner) ? inner[Number(key)] : inner[key];
      }
      return at(place[of]);
    };
    return {
      value,
      slips: found,
      keys,
      placeOf: (path) => find(path, 'value'),
      keyPlaceOf: (path) => find(path, 'key'),
    };
  };

  if (!isUtf8(bytes)) {
    const line = bytes
      .toString('latin1')
      .split('\n')
      .findIndex((text) => !isUtf8(Buffer.from(text, 'latin1')));
    found.push({
      line: line + 1,
      column: 1,
      text: 'le fichier n’est pas en UTF-8 ; enregistrez-le en UTF-8',
    });
    return result(undefined);
  }
  const document = parseDocument(source, {
    schema: 'failsafe',
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
  });

  visit(document, (_key, node) => {
    if (!isScalar(node) && !isAlias(node) && !isMap(node) && !isSeq(node)) return;
    const [start = 0, end = 0] = node.range ?? [];
    const known = refused.find(([is]) => is(node));
    if (known) report(source.lastIndexOf(known[1], start), known[2]);
    else if (
      isScalar(node) &&
      node.type === Scalar.PLAIN &&
      losesItsEnd(String(node.value), source.slice(end))
    )
      report(
        start,
        `ce qui suit # n’est qu’un commentaire, qui ne se lit pas ; mettez le texte entre guillemets, ou le commentaire sur sa propre ligne`,
      );
  });
  const broken = document.errors.find(({ code }) => code !== 'DUPLICATE_KEY');
  // Only the first error is reported, because later ones may follow from it.
  if (broken && found.length === 0) report(startOf(broken.pos[0]), slips[broken.code]);
  if (broken) return result(undefined);
  for (const { pos, code } of document.errors) report(pos[0], slips[code]);
  const top = document.contents;
  if (top && !isMap(top)) {
    if (!isScalar(top) || !NOTHING.test(String(top.value)))
      report(
        top.range?.[0] ?? 0,
        'le fichier ne contient pas de champs ; il en faut, comme title: "Le studio"',
      );
    return result(found.length > 0 ? undefined : {});
  }
  return result((top ? (typed(top, []) as Group | undefined) : undefined) ?? {});

  /** Finds where the text that lacks a quote begins. */
  function startOf(offset: number): number {
    let start = offset;
    visit(document, {
      Scalar(_key, { type, range }) {
        const [from = 0, to = 0] = range ?? [];
        if (type?.startsWith('QUOTE') && from < offset && offset <= to) start = from;
      },
    });
    return start;
  }

  function typed(node: unknown, path: Path): Typed | undefined {
    if (isScalar(node)) {
      const isPlain = node.type === Scalar.PLAIN || node.type === undefined;
      const text = String(node.value ?? '');
      // A block of text ends with a line break that nobody typed.
      if (node.type?.startsWith('BLOCK')) return text.trimEnd() || undefined;
      return text === '' || (isPlain && NOTHING.test(text)) ? undefined : text;
    }
    const own = new Map<string | number, { key: number; value: number }>();
    if (isSeq(node)) {
      const list: Typed[] = [];
      for (const item of node.items as Node[]) {
        const value = typed(item, [...path, list.length]);
        if (value === undefined) continue;
        const offset = item.range?.[0] ?? 0;
        own.set(list.length, { key: offset, value: offset });
        list.push(value);
      }
      places.set(list, own);
      return list.length > 0 ? list : undefined;
    }
    if (!isMap(node)) return undefined;
    const group: Group = {};
    for (const { key, value } of node.items as { key: Scalar<string>; value: Node | null }[]) {
      const offset = key.range?.[0] ?? 0;
      own.set(key.value, { key: offset, value: value?.range?.[0] ?? offset });
      const at = [...path, key.value];
      keys.push(at);
      const inner = typed(value, at);
      if (inner !== undefined) group[key.value] = inner;
    }
    places.set(group, own);
    return Object.keys(group).length > 0 ? group : undefined;
  }
}

/** Tells whether a comment may be the end of a text, as in `Offre #1`; after a number it is a true comment. */
function losesItsEnd(text: string, after: string): boolean {
  const [, comment] = /^[ \t]*#(.*)/.exec(after) ?? [];
  if (comment === undefined) return false;
  return /^\S/.test(comment) || (/\p{L}/u.test(text) && !NOTHING.test(text));
}

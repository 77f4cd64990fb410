import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { routes } from '../../src/routes.ts';
import { brandFaults, brandNotes } from '../colours/brand-check.ts';
import { type Brand, paletteOf } from '../colours/colours.ts';
import { studioPath } from '../setup/studio-folder.mjs';
import { crossCheck, type Files, type Report, valueAt, walk } from './cross-checks.ts';
import { type Fault, faultLines, filesIn, isFolder, shownPath, suggestion } from './faults.ts';
import { checkPictures } from './pictures.ts';
import { LIST, waitingValues } from './promises.ts';
import { type FileName, type Studio, files as schemas } from './schema.ts';
import { applySchema, labelOf, ruleAt, type Schema } from './schema-faults.ts';
import { checkShareWords } from './share-words.ts';
import { wordsOf } from './site.ts';
import { type Path, readYaml } from './yaml-file.ts';

/** A value that only the owner can promise, and that is still the example's. */
export interface OpenPromise {
  file: string;
  field: string;
  line: number;
  value: string;
}

export interface ReadStudio {
  /** Undefined if there are faults. */
  studio: Studio | undefined;
  /** One French line for each fault, with file, line, column and field. */
  faults: string[];
  /** One such line for each value that the owner may want to check. */
  notes: string[];
  open: OpenPromise[];
}

const names = Object.keys(schemas) as FileName[];
const known = [...names.map((name) => `${name}.yaml`), LIST];
const pages = Object.values(routes).map(({ path }) => path.slice(1));
/** Names that the site uses itself; an owner's file of that name would replace the site's, or keep it from starting. */
const own = RegExp(
  `^(?:robots\\.txt|sitemap\\.xml|site\\.webmanifest|licences\\.txt|sanitizer\\.js|favicon\\..*|.*icon-.*\\.png|assets|images|share|video|insights|graphql|healthz|readyz|${pages.join('|')})$`,
  'i',
);
/** Files that the site ignores: those of editors, forges and systems. */
const others = /^\.|^(?:images|files|admin)$|^(?:README|LICEN[CS]E|CHANGELOG)|^(?:Thumbs\.db|desktop\.ini)$/i;

/**
 * Reads a studio's folder and checks all of it.
 * @param folder from the root of the project, or absolute
 * @param today such as `2026-11-29`
 */
export async function readStudio(
  folder: string,
  today = new Date().toISOString().slice(0, 10),
): Promise<ReadStudio> {
  const root = studioPath(folder);
  const [faults, notes]: [Fault[], Fault[]] = [[], []];
  const tell = (name: string, text: string) =>
    faults.push({ file: join(root, name), line: 1, column: 1, text });
  if (!isFolder(root)) {
    tell(
      '',
      'ce dossier n’existe pas ; il faut un studio ici (npm run make-it-yours en fait un), ou un autre STUDIO_DIR',
    );
    return { studio: undefined, faults: faultLines(faults), notes: [], open: [] };
  }
  const texts = filesIn(root);
  for (const name of readdirSync(root).filter((each) => !known.includes(each) && !others.test(each)))
    tell(name, `ce fichier n’a pas sa place dans un studio ; ${suggestion(name, [...known, 'images'])}`);
  const atRoot = join(root, 'files');
  for (const name of isFolder(atRoot) ? readdirSync(atRoot).filter((each) => own.test(each)) : [])
    tell(`files/${name}`, 'le site a lui-même quelque chose à cette adresse ; il faut un autre nom');
  const read = (name: string) => {
    const isThere = texts.includes(name);
    if (!isThere && name !== LIST)
      tell(name, `ce fichier manque ou ne se lit pas ; il faut le copier de example/${name}`);
    const file = readYaml(isThere ? readFileSync(join(root, name)) : Buffer.alloc(0));
    faults.push(...file.slips.map((slip) => ({ ...slip, file: join(root, name) })));
    return isThere ? file : { ...file, value: undefined };
  };
  const files = Object.fromEntries(names.map((name) => [name, read(`${name}.yaml`)])) as unknown as Files;
  const list = read(LIST);

  const reportTo =
    (found: Fault[]): Report =>
    (name, path, text) => {
      const field = labelOf(schemas[name] as Schema, files[name].value, path);
      found.push({ file: join(root, `${name}.yaml`), ...files[name].placeOf(path), field, text });
    };
  const report = reportTo(faults);

  const wrongs = new Set<string>();
  const outputs: Partial<Record<FileName, unknown>> = {};
  for (const name of names) {
    if (!files[name].value) continue;
    const {
      output,
      faults: own,
      wrong,
    } = applySchema(join(root, `${name}.yaml`), schemas[name], files[name]);
    outputs[name] = output;
    // A format error at the same place already explains this fault.
    const isTold = ({ line, column }: Fault) =>
      files[name].slips.some((slip) => slip.line === line && slip.column === column);
    faults.push(...own.filter((fault) => !isTold(fault)));
    for (const path of wrong) wrongs.add([name, ...path].join('/'));
  }
  const { waiting, faults: lines } = waitingValues(list, files, root);
  faults.push(...lines.map((fault) => ({ ...fault, file: join(root, LIST) })));
  const isOpen = (file: FileName, path: Path) =>
    waiting.some((each) => each.file === file && each.path.join('/') === path.join('/'));
  const isWrong = (file: FileName, path: Path) =>
    wrongs.has([file, ...path].join('/')) || wrongs.has([file, ...path.slice(0, -1)].join('/'));
  crossCheck(files, report, { isOpen, isWrong, today });
  const brand = valueAt(files.studio.value, ['colours']) as unknown as Brand | undefined;
  const isBrand = v.is(schemas.studio.entries.colours, brand);
  if (brand && isBrand) {
    for (const { mode, role, text } of brandFaults(brand)) report('studio', ['colours', mode, role], text);
    for (const { mode, role, text } of brandNotes(brand))
      reportTo(notes)('studio', ['colours', mode, role], text);
  }
  await checkPictures(root, files, tokensOf(brand && isBrand ? brand : ANY_BRAND), report);
  checkShareWords(files.studio, report);

  const studio = names.every((name) => outputs[name]) ? (outputs as Studio) : undefined;
  if (studio) checkFilledTexts(studio, files, report);
  return {
    studio: faults.length > 0 ? undefined : studio,
    faults: faultLines(faults),
    notes: faultLines(notes),
    open: waiting.map(({ file, path }) => ({
      file: shownPath(join(root, `${file}.yaml`)),
      field: labelOf(schemas[file] as Schema, files[file].value, path),
      line: files[file].placeOf(path).line,
      value: String(valueAt(files[file].value, path)),
    })),
  };
}

const ANY_BRAND: Brand = {
  light: { primary: '#ffffff', secondary: '#000000' },
  dark: { primary: '#ffffff', secondary: '#000000' },
};

const tokensOf = (brand: Brand) =>
  Object.entries(paletteOf(brand)).flatMap(([mode, colours]) =>
    Object.keys(colours).map((name) => `${mode}.${name}`),
  );

/** Checks the length of a sentence as the page shows it, with names such as `{lieu}` replaced. */
function checkFilledTexts(studio: Studio, files: Files, report: Report): void {
  const words: Readonly<Record<string, string>> = wordsOf(studio);
  for (const name of names)
    walk(files[name].value ?? {}, [], (text, path) => {
      if (typeof text !== 'string' || !text.includes('{')) return;
      const filled = text.replace(/\{(\w+)\}/g, (part, key) => words[key] ?? part);
      const { max } = v.getMetadata(ruleAt(schemas[name] as Schema, path) ?? schemas[name]) as {
        max?: number;
      };
      if (max && filled.length > max)
        report(
          name,
          path,
          `a ${filled.length} caractères une fois ses accolades remplacées ; il faut un texte de ${max} caractères au plus`,
        );
    });
}

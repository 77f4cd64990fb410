// npm run make-it-yours [-- answers.json]: makes a studio's folder from the example and asks for what only its owner knows. An
// empty answer keeps the value waiting. Nothing that the build refuses is written. Ctrl-C ends the questions.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { stdout } from 'node:process';
import * as v from 'valibot';
import { type Document, isSeq, parseDocument, Scalar } from 'yaml';
import { root } from './setup/steps.mjs';
import { studioFolder, studioPath } from './setup/studio-folder.mjs';
import { createAsker } from './studio/ask.ts';
import { LIST, pathOf } from './studio/promises.ts';
import { readStudio } from './studio/read.ts';
import { files as schemas } from './studio/schema.ts';
import { labelOf, ruleAt, type Schema } from './studio/schema-faults.ts';
import { bare } from './studio/typography.ts';
import type { Path, Typed } from './studio/yaml-file.ts';

/** Refused answers are kept here; the guide uses another name for an owner's own file. */
const UNSENT = 'reponses-refusees.json';
const [given] = process.argv.slice(2);
const folder = studioFolder() === 'example' ? 'studio' : studioFolder();
const target = studioPath(folder);
/** Answers go into this copy first, and the build's own check runs on it. */
const copy = mkdtempSync(join(tmpdir(), 'vitrine-studio-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
/** This file is written last, so a folder that has it is complete; a new repository with other files is no studio yet. */
const FIRST_FILE = 'studio.yaml';
const isNew = !existsSync(join(target, FIRST_FILE));
const origin = isNew ? join(root, 'example') : target;
// The filter leaves hidden files out, because those of a repository cannot be overwritten.
cpSync(origin, copy, {
  recursive: true,
  filter: (path) => path === origin || !basename(path).startsWith('.'),
});

const read = (path: string) =>
  parseDocument(existsSync(path) ? readFileSync(path, 'utf8') : '', { schema: 'failsafe' });
const documents = new Map<string, Document>();
for (const name of [...Object.keys(schemas), LIST.replace('.yaml', '')])
  documents.set(name, read(join(copy, `${name}.yaml`)));
if ([...documents.values()].some(({ errors }) => errors.length > 0)) refuse(await faultsOfCopy());
const shippedOffers = offerKeys(read(join(root, 'example/offers.yaml')));
const list = documentOf('a-confirmer');

/** The example leaves these fields empty, because few owners have them; the terminal asks for them too. */
const ofSome = ['rcs', 'rne', 'capital', 'rna'].map((name) => `studio/publisher/${name}`);
/** If the key has a value that matches, the matching other fields are needless and not asked for. */
const needless: readonly (readonly [key: string, value: RegExp, needless: RegExp])[] = [
  ['studio/publisher/form', /^(?:entreprise|micro|profession)/, /^studio.publisher.(?:capital|rna)$/],
  ['studio/publisher/form', /^(?:EURL|S)/, /^studio.publisher.(?:rne|rna)$/],
  ['studio/publisher/form', /^association$/, /^studio.publisher.(?:rcs|rne|capital)$/],
  ['studio/publisher/rcs', /./, /^studio.publisher.rne$/],
  ['studio/consumers', /^non$/, /^studio.mediator/],
];
const answers: Record<string, string> = given === undefined ? {} : readAnswers(given);
if (given === undefined) await askAll();
for (const [key, answer] of Object.entries(answers)) {
  const fault = take(key, answer);
  if (fault !== undefined) refuse([`${key} : ${fault}`]);
}
if (answers['studio/consumers'] === 'non') forget('studio/mediator/name', ['mediator']);
if (answers['studio/publisher/form'] === 'association')
  forget('studio/publisher/siren', ['publisher', 'siren']);
if (answers['*'] === 'oui') for (const key of waiting()) list.delete(key);
await write();

/** Asks for each offer, each waiting value and the fields of some legal forms; `<` returns to the question before. */
async function askAll(): Promise<void> {
  const { ask, close } = createAsker();
  stdout.write(
    'Une réponse vide laisse la valeur en attente ; « oui » la confirme ; « < » revient à la question d’avant.\n\n',
  );
  const keys = [...offerKeys(), ...waiting().flatMap(withOthers)];
  for (let index = 0; index < keys.length; ) {
    const key = keys[index] ?? '';
    const removed = Object.keys(answers).some(
      (each) => answers[each] === 'non' && key.startsWith(`${each}/`),
    );
    const isNeedless = needless.some(
      ([other, value, what]) => value.test(answers[other] ?? valueAt(other)) && what.test(key),
    );
    const answer = removed || isNeedless ? '' : (await ask(`${questionOf(key)} : `))?.trim();
    if (answer === undefined) {
      stdout.write('\n');
      break;
    }
    if (answer === '<') {
      index = Math.max(0, index - 1);
      continue;
    }
    const fault = answer === '' ? undefined : faultOf(key, answer);
    if (fault !== undefined) {
      stdout.write(`✗ ${fault}\n`);
      continue;
    }
    if (answer !== '') answers[key] = answer;
    index += 1;
  }
  close();
}

function withOthers(key: string): string[] {
  return key === 'studio/publisher/name' ? [key, ...ofSome] : [key];
}

function offerKeys(document = documentOf('offers')): string[] {
  const { offers, regie } = document.toJS() as { offers: { id: string }[]; regie?: object };
  return [...offers.map(({ id }) => `offers/offers/${id}`), ...(regie ? ['offers/regie'] : [])];
}

function questionOf(key: string): string {
  if (offerKeys().includes(key)) return `Proposez-vous « ${valueAt(key, 'title')} » ? (oui ou non)`;
  if (key.startsWith('images/')) return `${key} est l’image de l’exemple : la gardez-vous ? (oui)`;
  const { file, path } = placeOf(key);
  const schema = schemas[file as keyof typeof schemas] as unknown as Schema;
  const rule = ruleAt(schema, path ?? key.split('/').slice(1));
  const hint = rule && (v.getDescription(rule) ?? v.getDescription(rule.wrapped ?? rule));
  const label = labelOf(schema, documentOf(file).toJS() as Typed, path ?? key.split('/').slice(1));
  return `${file} · ${label} (${hint}) [${valueAt(key) || 'vide'}]`;
}

/** Says what is wrong with a single answer; the whole studio is checked at the end. */
function faultOf(key: string, answer: string): string | undefined {
  if (answer === 'oui') return undefined;
  if (key.startsWith('images/')) return 'Répondez oui, ou mettez votre image à sa place.';
  if (offerKeys().includes(key)) return answer === 'non' ? undefined : 'Répondez oui ou non.';
  const { file, path } = placeOf(key);
  const rule = ruleAt(
    schemas[file as keyof typeof schemas] as unknown as Schema,
    path ?? key.split('/').slice(1),
  );
  if (!rule) return 'aucun champ ne porte ce nom.';
  return v.safeParse(rule, answer).issues?.[0]?.message;
}

/** Puts an answer into its document. @returns what is wrong with it */
function take(key: string, answer: string): string | undefined {
  if (key === '*') return undefined;
  // The same answers may be given twice; this offer was removed the first time.
  if (answer === 'non' && shippedOffers.includes(key) && !offerKeys().includes(key)) return undefined;
  const fault = faultOf(key, answer);
  if (fault !== undefined) return fault;
  const { file, path } = placeOf(key);
  const document = documentOf(file);
  if (offerKeys().includes(key)) {
    if (answer === 'non') remove(document, path ?? []);
    return undefined;
  }
  if (list.has(key)) list.delete(key);
  // "oui" confirms a value, but for a yes-or-no or an empty field it is the value itself.
  const isConfirmed = answer === 'oui' && !['', 'oui', 'non'].includes(valueAt(key));
  if (isConfirmed || key.startsWith('images/')) return undefined;
  const scalar = new Scalar(answer);
  scalar.type = 'QUOTE_DOUBLE';
  document.setIn(path ?? key.split('/').slice(1), scalar);
  return undefined;
}

/** Removes an offer. */
function remove(document: Document, path: Path): void {
  const parent = document.getIn(path.slice(0, -1));
  if (isSeq(parent)) parent.delete(Number(path.at(-1)));
  else document.deleteIn(path);
}

/** Removes what the studio does not have, if it is still the example's. */
function forget(key: string, path: Path): void {
  if (waiting().includes(key)) documentOf('studio').deleteIn(path);
}

/** Lists the keys of a-confirmer.yaml whose value is still the example's. */
function waiting(): string[] {
  const shipped = (list.toJS() ?? {}) as Record<string, string>;
  return Object.keys(shipped).filter(
    (key) => key.startsWith('images/') || bare(valueAt(key)) === bare(shipped[key] ?? ''),
  );
}

function placeOf(key: string): { file: string; path: Path | undefined } {
  const [file = ''] = key.split('/', 1);
  return {
    file,
    path: documents.has(file)
      ? pathOf(documentOf(file).toJS() as Typed, key.slice(file.length + 1))
      : undefined,
  };
}

function valueAt(key: string, field?: string): string {
  const { file, path } = placeOf(key);
  return path ? String(documentOf(file).getIn(field ? [...path, field] : path) ?? '') : '';
}

function documentOf(name: string): Document {
  const document = documents.get(name);
  if (!document) refuse([`${name} : aucun fichier du studio ne porte ce nom.`]);
  return document as Document;
}

function readAnswers(path: string): Record<string, string> {
  try {
    const given = JSON.parse(readFileSync(resolve(process.env['INIT_CWD'] ?? '', path), 'utf8'));
    return v.parse(v.record(v.string(), v.string()), given);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      return refuse([
        `${path} : ce fichier ne se lit pas. Vérifiez son nom ; s’il a un espace, mettez-le entre guillemets.`,
      ]);
    return refuse([
      `${path} : il faut du JSON comme celui de docs/operations/make-it-yours.md, et un texte pour chaque réponse.`,
    ]);
  }
}

async function faultsOfCopy(): Promise<string[]> {
  const { faults } = await readStudio(copy);
  return faults.map((fault) => fault.replace(/^\S*vitrine-studio-\w+/, folder));
}

/** Writes the folder if the build accepts it; otherwise keeps the typed answers in a file. */
async function write(): Promise<void> {
  const filled = [...documents].filter(([, document]) => document.contents !== null);
  for (const [name, document] of filled)
    writeFileSync(join(copy, `${name}.yaml`), document.toString({ lineWidth: 0 }));
  const faults = await faultsOfCopy();
  if (faults.length > 0) {
    if (given === undefined) writeFileSync(join(root, UNSENT), JSON.stringify(answers, null, 2));
    const kept =
      given === undefined
        ? [`Vos réponses sont dans ${UNSENT} : corrigez-y, puis npm run make-it-yours -- ${UNSENT}`]
        : [];
    refuse([...faults, ...kept]);
  }
  if (isNew) cpSync(copy, target, { recursive: true, filter: (path) => basename(path) !== FIRST_FILE });
  for (const [name] of filled.toReversed()) cpSync(join(copy, `${name}.yaml`), join(target, `${name}.yaml`));
  const { open } = await readStudio(folder);
  const rest =
    open.length === 0
      ? 'Rien ne reste à confirmer.'
      : `Il reste à confirmer : ${open.length} (npm run vitrine -- doctor --content).`;
  stdout.write(`C’est écrit dans ${folder}. ${rest} Pour voir le site : npm start\n`);
}

/** Prints sentences and ends the command without writing. */
function refuse(words: readonly string[]): never {
  for (const line of words) stdout.write(`✗ ${line}\n`);
  process.exit(1);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { commandName } from '../command-name.server.ts';
import { decodeUtf8 } from '../config/decode-utf8.server.ts';
import { CommandError } from '../failure.server.ts';
import {
  cleanPresentation,
  readProfile,
  type StoredProfile,
  saveProfile,
} from '../profile/profile.server.ts';
import { allowedElements, lettersOf, type Profile } from '../profile/profile.ts';
import { plainTextFault } from '../words/text-faults.ts';
import type { StoreDependencies } from './command.server.ts';
import { type Output, writeResult } from './output.server.ts';
import { safeJson } from './text.ts';

export const profileWords = {
  none: `Il n’y a pas encore de profil. Lancez le site une fois (npm start, ou son service), ou importez-en un : ${commandName} profile import <fichier>`,
  notUtf8: (file: string) =>
    `${file} n’est pas en UTF-8 : ses lettres accentuées seraient perdues. Enregistrez-le en UTF-8 (dans l’éditeur : « Enregistrer sous », encodage UTF-8), puis recommencez.`,
  wrong: (problems: readonly string[]) =>
    ['Le profil n’est pas enregistré : il y a des valeurs à corriger.', ...problems].join('\n'),
  problem: (field: string, fix: string) => `  ${field} : ${fix}`,
  fixes: {
    json: (detail: string) =>
      `ce n’est pas du JSON valide (${detail}) ; partez du résultat de profile export`,
    line: (max: number) =>
      `il faut un texte d’une ligne, de 1 à ${max} caractères, sans caractère de contrôle`,
    text: (max: number) => `il faut un texte de ${max} caractères au plus, sans caractère de contrôle`,
    fields: 'ce champ manque ou n’existe pas, ou n’a pas la bonne forme (comparez à profile export)',
    emptyPresentation:
      'il ne reste aucun texte une fois le HTML nettoyé : écrivez au moins un paragraphe <p>…</p>',
  },
  cleaned: (elements: string) =>
    `Le HTML de la présentation a été nettoyé (balises autorisées : ${elements}).`,
  editing: (file: string) =>
    `Si l’enregistrement échoue, votre texte reste dans ${file}. Corrigez-le, puis :\n  ${commandName} profile import ${file}`,
  unchanged: `Le texte n’a pas changé : rien n’est enregistré. Si l’éditeur s’ouvre à part, il faut lui dire d’attendre : VISUAL="code --wait" ${commandName} profile edit`,
  changedMeanwhile: (version: number, fields: readonly string[], file: string) =>
    `Le profil a changé pendant que vous l’écriviez (version ${version}) : rien n’est enregistré. Vos valeurs diffèrent des siennes pour ${fields.join(', ')}. Comparez avec profile export, corrigez votre texte dans ${file}, puis importez-le.`,
  saved: (version: number) =>
    `Profil enregistré (version ${version}). Le site le montre dans les 2 secondes.`,
  noEditor: `Aucun éditeur n’est choisi. Exemple : EDITOR=nano ${commandName} profile edit`,
  editorFailed: (editor: string, code: string) =>
    `L’éditeur « ${editor} » s’est arrêté (${code}). Rien n’a été changé.`,
} as const;

export async function importProfile(dependencies: StoreDependencies, name: string): Promise<void> {
  const { output, resolvePath } = dependencies;
  const bytes = name === '-' ? await output.input() : await readFile(resolvePath(name));
  await storeProfile(dependencies, parseProfile(output, bytes, name));
}

export async function exportProfile(
  dependencies: StoreDependencies,
  name: string | undefined,
  { force }: { force?: true },
): Promise<void> {
  const { profile } = await requireProfile(dependencies);
  await writeResult(dependencies, name, force, [safeJson(profile)]);
}

/** Opens the profile in the operator's editor and stores it; a refused text stays in its file. */
export async function editProfile(dependencies: StoreDependencies): Promise<void> {
  const { editor, output } = dependencies;
  if (!editor) throw new CommandError('usage', profileWords.noEditor);
  const { profile, version } = await requireProfile(dependencies);
  const before = Buffer.from(safeJson(profile));
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-profil-'));
  const file = join(folder, 'profil.json');
  await writeFile(file, before, { mode: 0o600 });
  output.note(profileWords.editing(file));
  await openEditor(editor, file);
  const typed = await readFile(file);
  if (before.equals(typed)) output.note(profileWords.unchanged);
  else await storeProfile(dependencies, parseProfile(output, typed, file), { version, file });
  await rm(folder, { recursive: true });
}

/**
 * Runs EDITOR through a shell, as git does, because it may hold options (`code --wait`). The file's name is a parameter, so the
 * shell never reads it as a command.
 */
async function openEditor(editor: string, file: string): Promise<void> {
  const child = spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, file], { stdio: 'inherit' });
  const [code, signal] = await once(child, 'close');
  if (code !== 0)
    throw new CommandError('failure', profileWords.editorFailed(editor, String(signal ?? code)));
}

/**
 * Stores the profile; running sites notice its new version by themselves.
 * @param edited the version that was edited, and the file with the new text
 * @throws CommandError `refused` if another version was stored meanwhile
 */
async function storeProfile(
  dependencies: StoreDependencies,
  profile: Profile,
  edited?: { version: number; file: string },
): Promise<void> {
  const { storage, clock, output } = dependencies;
  const version = await saveProfile(storage.db, profile, clock.now(), edited?.version);
  if (version !== undefined) return output.note(profileWords.saved(version));
  const stored = await requireProfile(dependencies);
  const fields = Object.keys(profile) as (keyof Profile)[];
  const differing = fields.filter((field) => !isDeepStrictEqual(profile[field], stored.profile[field]));
  throw new CommandError(
    'refused',
    profileWords.changedMeanwhile(stored.version, differing, edited?.file ?? ''),
  );
}

/** Reads the stored profile. @throws CommandError `notFound` if there is none yet */
async function requireProfile({ storage }: StoreDependencies): Promise<StoredProfile> {
  const stored = await readProfile(storage.reads);
  if (!stored) throw new CommandError('notFound', profileWords.none);
  return stored;
}

const { fixes } = profileWords;

/** No real line has more characters; the limit keeps a wrong file from filling the store. */
const MAX_LINE = 300;
const MAX_TEXT = 20_000;

// PostgreSQL stores no U+0000, and UTF-8 no lone surrogates. U+FFFD marks a text that was read in the wrong encoding.
const CONTROLS = /[\p{Cc}\p{Cs}\u2028\u2029\ufffd]/u;
const CONTROLS_IN_TEXT = /(?![\t\n])[\p{Cc}\p{Cs}\ufffd]/u;

const isLine = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_LINE && !CONTROLS.test(value);
const isText = (value: unknown) =>
  typeof value === 'string' && value.length <= MAX_TEXT && !CONTROLS_IN_TEXT.test(value);

const line = readable(v.custom<string>(isLine, fixes.line(MAX_LINE)));
const text = v.custom<string>(isText, fixes.text(MAX_TEXT));

/** Adds the rule about characters that all texts of the site follow. @param words extracts the visible words of a value */
function readable(rule: v.GenericSchema<string>, words = (value: string) => value) {
  return v.pipe(
    rule,
    v.check(
      (value) => plainTextFault(words(value)) === undefined,
      ({ input }) => plainTextFault(words(input)) ?? '',
    ),
  );
}

function listOf<const Field extends string>(...fields: Field[]) {
  const entries = Object.fromEntries(fields.map((field) => [field, readable(text)])) as Record<
    Field,
    typeof line
  >;
  return v.array(v.strictObject(entries, fixes.fields), fixes.fields);
}

const profileSchema = v.pipe(
  v.string(),
  v.parseJson(undefined, ({ received }) => fixes.json(received)),
  v.strictObject(
    {
      name: line,
      metier: line,
      presentation: v.pipe(
        readable(text, (html) => lettersOf(cleanPresentation(html))),
        v.transform(cleanPresentation),
        v.check((html) => lettersOf(html) !== '', fixes.emptyPresentation),
      ),
      projects: listOf('name', 'description', 'UrlInProd', 'fonctionalites', 'urlImage', 'altImg'),
      TechStacks: listOf('type', 'technoFront', 'technoBack', 'technoDevops', 'technoServicesTools'),
    },
    fixes.fields,
  ),
);

/**
 * Parses a file's bytes as a profile and cleans its presentation.
 * @throws CommandError `failure`, naming each wrong field and its remedy
 */
export function parseProfile(output: Pick<Output, 'note'>, bytes: Uint8Array, file: string): Profile {
  const content = decodeUtf8(bytes);
  if (content === undefined) throw new CommandError('failure', profileWords.notUtf8(file));
  const { issues, output: profile } = v.safeParse(profileSchema, content);
  if (issues) {
    const problems = issues.map((issue) => profileWords.problem(v.getDotPath(issue) ?? file, issue.message));
    throw new CommandError('failure', profileWords.wrong(problems));
  }
  const { presentation } = JSON.parse(content) as Profile;
  if (presentation !== profile.presentation) {
    output.note(profileWords.cleaned(allowedElements.join(', ')));
    output.note(`- ${presentation}\n+ ${profile.presentation}`);
  }
  return profile;
}

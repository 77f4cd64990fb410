import * as v from 'valibot';
import { decodeUtf8 } from '../config/decode-utf8.ts';
import { profileWords as words } from '../content/cli-profile.ts';
import { allowedElements } from '../profile/allowed-html.ts';
import { cleanPresentation } from '../profile/clean-presentation.server.ts';
import type { Profile } from '../profile/profile.ts';
import { CommandError } from './failure.server.ts';
import type { Output } from './output.server.ts';
import { visible } from './text.ts';

const { fixes } = words;

/** Longer than any real text; stops a wrong file from filling the store. */
const MAX_LINE = 300;
const MAX_TEXT = 20_000;

// PostgreSQL takes no U+0000, and UTF-8 has no lone surrogates.
const CONTROLS = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
const CONTROLS_IN_TEXT = /(?![\t\n])[\p{Cc}\p{Cs}]/u;

const isLine = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_LINE && !CONTROLS.test(value);
const isText = (value: unknown) =>
  typeof value === 'string' && value.length <= MAX_TEXT && !CONTROLS_IN_TEXT.test(value);

const line = v.custom<string>(isLine, fixes.line(MAX_LINE));
const text = v.custom<string>(isText, fixes.text(MAX_TEXT));

function listOf<const Field extends string>(...fields: Field[]) {
  const entries = Object.fromEntries(fields.map((field) => [field, text])) as Record<Field, typeof text>;
  return v.array(v.strictObject(entries, fixes.fields), fixes.fields);
}

const profileSchema = v.strictObject(
  {
    name: line,
    metier: line,
    presentation: text,
    projects: listOf('name', 'description', 'UrlInProd', 'fonctionalites', 'urlImage', 'altImg'),
    TechStacks: listOf('type', 'technoFront', 'technoBack', 'technoDevops', 'technoServicesTools'),
  },
  fixes.fields,
);

/**
 * Parses a file's bytes as a profile and cleans its presentation.
 * @param output gets a note if the cleaning changed the text
 * @throws CommandError `failure`, naming each wrong field and its remedy
 */
export function parseProfile(output: Pick<Output, 'note'>, bytes: Uint8Array, file: string): Profile {
  const content = decodeUtf8(bytes);
  if (content === undefined) throw new CommandError('failure', words.notUtf8(file));
  const { issues, output: profile } = v.safeParse(profileSchema, parseJson(content, file));
  if (issues)
    throw wrongProfile(issues.map((issue) => words.problem(v.getDotPath(issue) ?? 'profil', issue.message)));
  const presentation = cleanPresentation(profile.presentation);
  if (presentation.replace(/<[^>]*>/g, '').trim() === '')
    throw wrongProfile([words.problem('presentation', fixes.emptyPresentation)]);
  if (presentation !== profile.presentation) {
    output.note(words.cleaned(allowedElements.join(', ')));
    output.note(`- ${visible(profile.presentation)}\n+ ${visible(presentation)}`);
  }
  return { ...profile, presentation };
}

function parseJson(content: string, file: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    throw new CommandError('failure', words.notJson(file, (error as Error).message));
  }
}

function wrongProfile(problems: readonly string[]): CommandError {
  return new CommandError('failure', words.wrong(problems));
}

import * as v from 'valibot';
import { textOfFile } from '../config/text-of-file.ts';
import { profileWords as words } from '../content/cli-profile.ts';
import { allowedElements } from '../profile/allowed-html.ts';
import { cleanPresentation } from '../profile/clean-presentation.server.ts';
import type { Profile } from '../profile/profile.ts';
import { CommandError } from './failure.server.ts';
import type { Output } from './output.server.ts';
import { visible } from './text.ts';

const { fixes } = words;

/** More than any real text; a wrong file is refused before it fills the store. */
const MAX_LINE = 300;
const MAX_TEXT = 20_000;

const CONTROLS = /[\p{Cc}\u2028\u2029]/u;
const CONTROLS_IN_TEXT = /(?![\t\n])\p{Cc}/u;

// PostgreSQL takes no U+0000, and UTF-8 has no lone surrogates.
const text = v.pipe(
  v.string(fixes.text),
  v.maxLength(MAX_TEXT, fixes.tooLong(MAX_TEXT)),
  v.check((value) => value.isWellFormed() && !CONTROLS_IN_TEXT.test(value), fixes.plain),
);
const line = v.pipe(
  v.string(fixes.text),
  v.check((value) => value.trim() !== '', fixes.filled),
  v.maxLength(MAX_LINE, fixes.tooLong(MAX_LINE)),
  v.check((value) => value.isWellFormed(), fixes.plain),
  v.check((value) => !CONTROLS.test(value), fixes.oneLine),
);

/** Other fields than these; Valibot's strict objects would name only the first. */
const noOther = v.never(fixes.unknown);

function texts<const Field extends string>(...fields: Field[]) {
  const entries = Object.fromEntries(fields.map((field) => [field, text])) as Record<Field, typeof text>;
  return v.objectWithRest(entries, noOther, fixes.missing);
}

const profileSchema = v.objectWithRest(
  {
    name: line,
    metier: line,
    presentation: text,
    projects: v.array(
      texts('name', 'description', 'UrlInProd', 'fonctionalites', 'urlImage', 'altImg'),
      fixes.list,
    ),
    TechStacks: v.array(
      texts('type', 'technoFront', 'technoBack', 'technoDevops', 'technoServicesTools'),
      fixes.list,
    ),
  },
  noOther,
  fixes.missing,
);

/**
 * Reads a file's bytes as a profile, its presentation cleaned.
 * @param output is told what the cleaning changed
 * @throws CommandError `failure`, naming each wrong field and what to write
 */
export function parseProfile(output: Pick<Output, 'note'>, bytes: Uint8Array, file: string): Profile {
  const text = textOfFile(bytes);
  if (text === undefined) throw new CommandError('failure', words.notUtf8(file));
  const profile = checkProfile(parseJson(text, file));
  const presentation = cleanPresentation(profile.presentation);
  if (presentation.replace(/<[^>]*>/g, '').trim() === '')
    throw wrongProfile([words.problem('presentation', fixes.emptyPresentation)]);
  if (presentation !== profile.presentation) {
    output.note(words.cleaned(allowedElements.join(', ')));
    output.note(`- ${visible(profile.presentation)}`, 'red');
    output.note(`+ ${visible(presentation)}`, 'green');
  }
  return { ...profile, presentation };
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError('failure', words.notJson(file, (error as Error).message));
  }
}

function checkProfile(value: unknown): Profile {
  const result = v.safeParse(profileSchema, value, { abortPipeEarly: true });
  if (result.success) return result.output;
  throw wrongProfile(
    result.issues.map((issue) => words.problem(v.getDotPath(issue) ?? 'profil', issue.message)),
  );
}

function wrongProfile(problems: readonly string[]): CommandError {
  return new CommandError('failure', [words.wrong, ...problems].join('\n'));
}

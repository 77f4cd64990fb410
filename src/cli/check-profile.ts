import * as v from 'valibot';
import { profileWords } from '../content/cli-profile.ts';
import type { Profile } from '../profile/profile.ts';

const { fixes } = profileWords;

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

const profile = v.objectWithRest(
  {
    name: line,
    metier: line,
    presentation: v.pipe(
      text,
      v.check((value) => value.trim() !== '', fixes.filled),
    ),
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

/** The profile of a file, or what is wrong with each field. */
export type ProfileCheck =
  | { ok: true; profile: Profile }
  | { ok: false; problems: { field: string; fix: string }[] };

/** Checks that a parsed file is a profile; gives every wrong field with what to write instead. */
export function checkProfile(value: unknown): ProfileCheck {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, problems: [{ field: 'profil', fix: fixes.profile }] };
  }
  const result = v.safeParse(profile, value, { abortPipeEarly: true });
  if (result.success) return { ok: true, profile: result.output };
  return {
    ok: false,
    problems: result.issues.map((issue) => ({ field: v.getDotPath(issue) ?? 'profil', fix: issue.message })),
  };
}

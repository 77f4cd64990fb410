import { createRecentlyUsed } from '../config/recently-used.ts';
import type { Profile } from '../profile/profile.ts';
import type { Answer, AnswerType } from './answer.server.ts';
import type { GraphQLRequest } from './request.server.ts';

/** The profiles that an answer was made of, by their ids; null where there was none. */
export type ProfilesRead = Map<number, Profile | null>;

/** Answers that were given already. */
export interface KeptAnswers {
  /** The answer to the same question, unless a profile that it was made of has changed. */
  get(question: string): Answer | undefined;
  /** @param read all that the answer depends on beside its question */
  keep(question: string, answer: Answer, read: ProfilesRead): void;
}

/** Answers that are kept, and characters of one with its question: 10 MB at most, with what is sent of them. */
const KEPT = 200;
const KEPT_LENGTH = 12_000;

/**
 * Keeps the answers of queries, as the pages are kept: rendered once per version of the profile. The one that came last is
 * forgotten last.
 * @param profile the profile with this id as it is now: the same object for as long as it has not changed
 */
export function createKeptAnswers(profile: (id: number) => Profile | null): KeptAnswers {
  const kept = createRecentlyUsed<{ answer: Answer; read: ProfilesRead }>(KEPT);

  return {
    get(question) {
      const found = kept.get(question);
      if (!found) return undefined;
      for (const [id, seen] of found.read) {
        if (profile(id) === seen) continue;
        kept.delete(question);
        return undefined;
      }
      return found.answer;
    },
    keep(question, answer, read) {
      if (question.length + answer.body.length > KEPT_LENGTH) return;
      kept.set(question, { answer, read });
    },
  };
}

/** What an answer is the answer to, in one string; undefined where a variable is no scalar, as in a contact message. */
export function questionOf(
  { query, operationName = '', variables }: GraphQLRequest,
  type: AnswerType,
): string | undefined {
  for (const value of Object.values(variables))
    if (typeof value === 'object' && value !== null) return undefined;
  return `${type}\n${operationName}\n${JSON.stringify(variables)}\n${query}`;
}

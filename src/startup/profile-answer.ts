import type { Profile } from '../profile/profile.ts';

interface Answer {
  errors?: unknown;
  data?: { getAdminPublicProfil?: Partial<Profile> | null } | null;
}

/**
 * Reads the profile in an answer of the API (START-2).
 * @throws Error when there are errors (an empty list is none), no profile, or one of the three texts that are shown is missing
 */
export function readProfileAnswer(answer: Answer | null): Profile {
  const profile = answer?.data?.getAdminPublicProfil;
  const texts = [profile?.name, profile?.metier, profile?.presentation];
  const errors = answer?.errors;
  const failed = errors && !(Array.isArray(errors) && errors.length === 0);
  if (failed || texts.some((text) => typeof text !== 'string')) throw Error(JSON.stringify(answer));
  return profile as Profile;
}

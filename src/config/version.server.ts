import { readFileSync } from 'node:fs';
import packageFile from '../../package.json' with { type: 'json' };

/** Returns the version of the site and the commit from which it was built; '' if the commit is unknown. */
export function buildOfSite(): { version: string; commit: string } {
  const { version } = packageFile;
  try {
    // scripts/build-site.mjs writes this file.
    return { version, commit: readFileSync(new URL('../../dist/commit', import.meta.url), 'utf8') };
  } catch {
    return { version, commit: '' };
  }
}

/** Returns version and commit as people read them: `0.1.0, 3db49501`. */
export function siteVersion(): string {
  const { version, commit } = buildOfSite();
  return commit ? `${version}, ${commit}` : version;
}

import { readFileSync } from 'node:fs';
import packageFile from '../../package.json' with { type: 'json' };

/** Returns the version of the site, and the commit from which it was built if that is known: `0.1.0, 3db49501`. */
export function siteVersion(): string {
  try {
    // scripts/build-site.mjs writes it.
    const commit = readFileSync(new URL('../../dist/commit', import.meta.url), 'utf8');
    return `${packageFile.version}, ${commit}`;
  } catch {
    return packageFile.version;
  }
}

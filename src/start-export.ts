import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readEnvironment } from './config/environment.server.ts';
import { createLogger } from './config/logger.server.ts';
import { exportWords } from './content/export.ts';
import { readBuiltSite } from './http/built-site.server.ts';
import { encode, smallest } from './http/encodings.server.ts';
import { securityHeaders } from './http/security-headers.server.ts';
import { headersFile, nginxHeaders } from './http/static-headers.ts';
import { staticSite } from './http/static-site.server.ts';
import { cleanPresentation } from './profile/clean-presentation.server.ts';
import { ADMINISTRATOR_ID, type Profile } from './profile/profile.ts';
import { graphqlPath } from './routes.ts';
import { explainStartFailure } from './start-failure.server.ts';
import { readProfileAnswer } from './startup/profile-answer.ts';
import { profileQuery } from './startup/profile-query.ts';

const distDir = join(import.meta.dirname, '..', 'dist');
const exportDir = join(distDir, 'export');
const siteDir = join(exportDir, 'site');

/** Extensions of the precompressed files that static hosts look for. */
const extensions = { br: '.br', gzip: '.gz', identity: '', zstd: undefined } as const;

/** Stops the export with words for the operator. */
class ExportError extends Error {}

try {
  await exportSite();
} catch (error) {
  const explained = error instanceof ExportError ? error.message : explainStartFailure(error, undefined);
  process.stderr.write(`${explained}\n`);
  process.exitCode = 1;
}

/** Writes the site as files for another host than the API's: `dist/export/site`, and its headers beside it. */
async function exportSite(): Promise<void> {
  const { siteUrl, apiUrl } = readEnvironment();
  if (apiUrl === undefined || apiUrl === siteUrl) throw new ExportError(exportWords.noApi);
  const [site, profile] = await Promise.all([readBuiltSite(distDir), fetchProfile(apiUrl)]);
  const policy = site.policy(apiUrl);
  const files = await staticSite({ site, profile, siteUrl, apiUrl, policy, logger: createLogger() });
  const headers = {
    ...securityHeaders({ https: siteUrl.startsWith('https:') }),
    'content-security-policy': policy,
    // Every file here is public, the pictures for other sites among them.
    'cross-origin-resource-policy': 'cross-origin',
  };
  await rm(exportDir, { recursive: true, force: true });
  await cp(site.clientDir, siteDir, { recursive: true, filter: (source) => !source.endsWith('/.vite') });
  for (const [name, body] of files) await write(name, body);
  await writeFile(join(siteDir, '_headers'), headersFile(headers));
  await writeFile(join(exportDir, 'headers.nginx.conf'), nginxHeaders(headers));
  process.stdout.write(`${exportWords.done(siteUrl, apiUrl)}\n`);
}

async function write(name: string, body: string): Promise<void> {
  const path = join(siteDir, name);
  await mkdir(dirname(path), { recursive: true });
  for (const variant of (await encode(body, smallest)).variants) {
    const extension = extensions[variant.encoding];
    if (extension !== undefined) await writeFile(path + extension, variant.body);
  }
}

/** The profile as the API gives it to visitors, so that the files say what the pages will show. */
async function fetchProfile(apiUrl: string): Promise<Profile> {
  const address = apiUrl + graphqlPath;
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: profileQuery, variables: { id: ADMINISTRATOR_ID } }),
    });
    const profile = readProfileAnswer(await response.json());
    return { ...profile, presentation: cleanPresentation(profile.presentation) };
  } catch {
    throw new ExportError(exportWords.apiSilent(address));
  }
}

// node scripts/sbom.mjs: the software bill of materials (CycloneDX 1.6), on standard output: what the server runs and what
// browsers are sent, from the lock file alone. `npm sbom --omit dev` would leave out the second, which is built from
// development dependencies.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/steps.mjs';

/** Development dependencies whose code ends up in the bundles that browsers load. */
export const bundled = ['react', 'react-dom', 'wouter', 'dompurify'];

/**
 * @typedef {{ version: string, integrity?: string, license?: string, dev?: boolean, optional?: boolean,
 *   dependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} LockedPackage
 * @typedef {{ name: string, version: string, packages: Record<string, LockedPackage> }} Lock
 */

/** @returns {Lock} */
export function readLock() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
}

/**
 * Where npm put a package that the one in `from` depends on: the nearest `node_modules` going up.
 * @param {Lock} lock @param {string} from @param {string} name @returns {string | undefined}
 */
function resolve(lock, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (lock.packages[path]) return path;
    if (!folder) return undefined;
  }
}

/**
 * The paths of all that runs or is sent, once each.
 * @param {Lock} lock @returns {string[]}
 */
function delivered(lock) {
  const root = /** @type {LockedPackage} */ (lock.packages['']);
  const found = new Set();
  const waiting = [...Object.keys(root.dependencies ?? {}), ...bundled].map((name) => ({ from: '', name }));
  for (const { from, name } of waiting) {
    const path = resolve(lock, from, name);
    if (!path || found.has(path)) continue;
    found.add(path);
    const needs = Object.keys(lock.packages[path]?.dependencies ?? {});
    waiting.push(...needs.map((need) => ({ from: path, name: need })));
  }
  return [...found].sort();
}

/** @param {string} path @param {LockedPackage} locked */
function component(path, { version, integrity = '', license }) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [, digest] = /^sha512-(.+)$/.exec(integrity) ?? [];
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    purl,
    ...(license ? { licenses: [licenceOf(license)] } : {}),
    ...(digest
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
      : {}),
  };
}

/** @param {string} license */
function licenceOf(license) {
  return /[ ()]/.test(license)
    ? { expression: license.replace(/^\((.*)\)$/, '$1') }
    : { license: { id: license } };
}

/** @param {Lock} lock */
export function billOfMaterials(lock) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: lock.name, version: lock.version } },
    components: delivered(lock).map((path) =>
      component(path, /** @type {LockedPackage} */ (lock.packages[path])),
    ),
  };
}

if (import.meta.filename === process.argv[1]) {
  process.stdout.write(`${JSON.stringify(billOfMaterials(readLock()), null, 2)}\n`);
}

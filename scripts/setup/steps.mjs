// Runs on the machine's own Node (20 or newer), before anything is installed: no dependency, no TypeScript.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeContentTypo } from './content-typo.mjs';

/** The root of the project. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * Runs a command as one step: a line when it begins, a line when it ends. Its own output is shown only when it fails.
 * @param {string} title what the step does, in French
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} what the command printed
 * @throws {StepError} with the command's output when it does not exit with 0
 */
export async function runStep(title, command, args, env = process.env) {
  process.stderr.write(`→ ${title}…\n`);
  const began = Date.now();
  const { code, output } = await finished(command, args, env);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  process.stderr.write(`${code === 0 ? '✓' : '✗'} ${title} (${seconds} s)\n`);
  if (code === 0) return output;
  throw new StepError(title, `${command} ${args.join(' ')}`, output);
}

/**
 * @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function finished(command, args, env) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => {
      output += error.message;
    });
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Says why a site cannot be built in this folder: Vite and npm take some characters of a path for parts of an address, or of a list. */
function describeFolderName() {
  const sign = /[#?:]/.exec(root.replace(/^[a-z]:/i, ''))?.[0];
  if (!sign) return undefined;
  return `Le chemin du projet (${root}) contient « ${sign} », que les outils de construction ne supportent pas. Renommez ou déplacez le dossier.`;
}

/**
 * Says what to do where the system does not let this account write; undefined for any other error.
 * @param {unknown} error
 */
function describeRefusal(error) {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  if (!['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))) return undefined;
  if (!('path' in error) || !String(error.path).startsWith(root)) return undefined;
  return `Ce compte ne peut pas écrire dans ${root} (${error.message}). Lancez la commande avec le compte à qui le dossier appartient, ou d’abord, avec ce compte, npm run build.`;
}

/** A step that failed; the message is for the person at the terminal. */
export class StepError extends Error {
  /** @param {string} title @param {string} command @param {string} output */
  constructor(title, command, output) {
    super(`${title} : échec de « ${command} ».\n${output.trim()}`);
  }
}

/**
 * Runs a script's main function; a failure is printed once and gives exit code 1.
 * @param {() => Promise<void>} main
 */
export async function runScript(main) {
  const unfit = describeFolderName();
  if (unfit) {
    process.stderr.write(`${unfit}\n`);
    process.exitCode = 1;
    return;
  }
  try {
    await main();
  } catch (error) {
    const known =
      error instanceof StepError ? error.message : (describeContentTypo(error) ?? describeRefusal(error));
    process.stderr.write(`\n${known ?? (error instanceof Error ? error.stack : error)}\n`);
    process.exitCode = 1;
  }
}

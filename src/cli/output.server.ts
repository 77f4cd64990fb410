import { access, constants, open, realpath, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config/config.server.ts';
import { CommandError } from '../failure.server.ts';
import { moveIntoPlace, sqliteFile, sqliteFiles, unfinishedFile } from '../storage/files.server.ts';
import { visible } from './text.ts';

/** The parts of a command that `writeResult` needs. */
interface Target {
  config: Pick<Config, 'dataDir'>;
  output: Output;
  /** Makes a file name from the operator absolute. */
  resolvePath(file: string): string;
}

export interface Terminal {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  editor: string | undefined;
  /** Folder from which relative file names are resolved. */
  callerDir: string;
}

/** Reads stdin, writes results to stdout and all else to stderr, without characters that a terminal would obey. */
export class Output {
  readonly #terminal: Pick<Terminal, 'stdin' | 'stdout' | 'stderr'>;

  constructor(terminal: Pick<Terminal, 'stdin' | 'stdout' | 'stderr'>) {
    this.#terminal = terminal;
  }

  /** Width in cells of a line of results; Infinity if the output is not a terminal. */
  get width(): number {
    const { isTTY, columns } = this.#terminal.stdout;
    // A terminal without a size (serial console, `ssh -tt`) reports 0.
    return isTTY ? columns || 80 : Number.POSITIVE_INFINITY;
  }

  result(...lines: string[]): void {
    this.raw(lines.map((line) => `${visible(line)}\n`).join(''));
  }

  raw(text: string): void {
    this.#terminal.stdout.write(text);
  }

  /** Writes binary content to stdout. @throws CommandError `refused` on a terminal, which would show it as garbage */
  async bytes(content: Readable): Promise<void> {
    if (this.#terminal.stdout.isTTY)
      throw new CommandError(
        'refused',
        'Une copie ne s’affiche pas à l’écran : ajoutez « > fichier » à la commande.',
      );
    await pipeline(content, this.#terminal.stdout, { end: false });
  }

  note(text: string): void {
    this.#terminal.stderr.write(`${visible(text)}\n`);
  }

  input(): Promise<Uint8Array> {
    return buffer(this.#terminal.stdin);
  }

  /** Asks a question on a terminal and returns the answered line; elsewhere returns the first line of stdin. */
  async ask(question: string): Promise<string> {
    const { stdin, stderr } = this.#terminal;
    if (stdin.isTTY) stderr.write(`${question} `);
    // `using` closes the reader on every path; an open one would keep the process alive.
    using lines = createInterface({ input: stdin });
    for await (const line of lines) return line;
    return '';
  }

  /**
   * Asks for confirmation; only an explicit yes on a terminal, or `--force`, lets the command continue.
   * @throws CommandError `refused`
   */
  async confirm(question: string, force: boolean | undefined): Promise<void> {
    if (force) return;
    const answer = this.#terminal.stdin.isTTY ? await this.ask(`${question} (oui/non)`) : '';
    if (!/^\s*o(ui)?\s*$/i.test(answer))
      throw new CommandError(
        'refused',
        'Rien n’a été changé : il faut répondre oui ou, sans terminal, ajouter --force.',
      );
  }
}

/**
 * Writes a result to the named file, or to standard output. The file appears only when complete and is readable by this
 * account alone; a failed command leaves none.
 */
export async function writeResult(
  { config, output, resolvePath }: Target,
  name: string | undefined,
  force: boolean | undefined,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  if (name === undefined) {
    for await (const piece of pieces) output.raw(piece);
    return;
  }
  const file = resolvePath(name);
  await checkTarget(config, file, force);
  await using partial = await unfinishedFile(file, 'partial');
  {
    await using handle = await open(partial.path, 'wx', 0o600);
    await handle.writeFile(pieces);
  }
  await moveIntoPlace(partial.path, file);
  output.note(`Résultat écrit dans ${file}.`);
}

/**
 * Refuses a file name that must not be written to: a device, a pipe, a folder or the store, even with `force`.
 * @throws ENOENT if the folder is missing; CommandError `refused` if the file must not be replaced, `failure` if this account
 * may not write into the folder
 */
export async function checkTarget(
  { dataDir }: Pick<Config, 'dataDir'>,
  file: string,
  force: boolean | undefined,
) {
  const store = await realName(sqliteFile(dataDir));
  if (sqliteFiles(store).includes(await realName(file)))
    throw new CommandError(
      'refused',
      `${file} est un fichier de la base elle-même : il n’est jamais remplacé. Choisissez un autre nom.`,
    );
  await stat(dirname(file));
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isFile()) throw notAFile('refused', file);
  if (found && !force)
    throw new CommandError(
      'refused',
      `Le fichier ${file} existe déjà. Choisissez un autre nom, ou ajoutez --force pour le remplacer.`,
    );
  await access(dirname(file), constants.W_OK | constants.X_OK).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'EACCES')
      throw new CommandError(
        'failure',
        `Le compte ${accountName()}, celui des commandes, ne peut pas écrire dans ${dirname(file)}. Nommez un dossier où il le peut, comme /var/backups/vitrine, ou laissez écrire votre shell : la même commande sans nom de fichier (ou avec « - » pour backup), puis « > ${dirname(file)}/fichier ».`,
      );
  });
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // The account of a container may have no name.
    return `${process.getuid?.()}`;
  }
}

/** Follows symbolic links, even when the file itself does not exist yet. */
async function realName(file: string): Promise<string> {
  const folder = await realpath(dirname(file)).catch(() => dirname(file));
  return realpath(file).catch(() => join(folder, basename(file)));
}

export function notAFile(outcome: 'refused' | 'failure', file: string): CommandError {
  return new CommandError(
    outcome,
    `${file} n’est pas un fichier ordinaire (dossier, tube, périphérique…). Choisissez un autre nom.`,
  );
}

import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { program as words } from '../content/cli.ts';
import { addCommand } from './command-tree.server.ts';
import type { Dependencies, Runner } from './dependencies.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

const packageFile = new URL('../../package.json', import.meta.url);

/** `version` */
export function addVersion(program: Command, run: Runner): void {
  addCommand(program, 'version', { summary: words.version, examples: ['version'] }).action(
    run.plain(version),
  );
}

async function version({ output }: Dependencies): Promise<ExitCode> {
  await output.result(versionLine());
  return exitCodes.ok;
}

/** The versions of the project and of Node, for `version` and `--version`. */
export function versionLine(): string {
  const { version: own } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  return words.versionLine(own, process.version);
}

import { fileURLToPath } from 'node:url';
import { Argument, type Command } from 'commander';
import { completionHelp } from '../content/cli-mail.ts';
import { addCommand } from './command-tree.server.ts';
import { completionScripts, type WordsAt } from './completion-scripts.ts';
import type { Dependencies, Runner } from './dependencies.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { pathOf } from './usage-error.server.ts';

type Shell = keyof typeof completionScripts;

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** `completion` */
export function addCompletion(program: Command, run: Runner): void {
  addCommand(program, 'completion', completionHelp)
    .addArgument(new Argument('<shell>', completionHelp.shell).choices(Object.keys(completionScripts)))
    .action(
      run.plain(async ({ output }: Dependencies, _options: unknown, shell: Shell): Promise<ExitCode> => {
        await output.raw(completionScripts[shell](candidatesOf(program), root));
        return exitCodes.ok;
      }),
    );
}

/** What may follow each command: its subcommands, the choices of its arguments, its options. */
function candidatesOf(command: Command): WordsAt[] {
  const names = command.commands.map((child) => child.name());
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const options = command.options.flatMap(({ long }) => (long ? [long] : []));
  const values = command.options.flatMap(({ long, argChoices }) =>
    long && argChoices ? [{ option: long, values: argChoices }] : [],
  );
  const files = [
    ...command.registeredArguments.map((argument) => argument.name()),
    ...command.options.map(({ flags }) => flags),
  ].some((text) => text.includes('fichier'));
  const own: WordsAt = {
    path: pathOf(command),
    words: [...names, ...choices, ...options, '--help'],
    files,
    values,
  };
  return [own, ...command.commands.flatMap(candidatesOf)];
}

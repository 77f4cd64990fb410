import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.server.ts';

const nothing = () => async () => {};

/** Every command that does something, as `messages list`. */
export function commandPaths(): string[] {
  return leavesOf(createProgram({ plain: nothing, store: nothing }), '');
}

function leavesOf(command: Command, path: string): string[] {
  const below = command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`.trim()));
  // `migrate` does something itself and has a command below it.
  return command.registeredArguments.length > 0 || below.length === 0 || path === 'migrate'
    ? [path, ...below]
    : below;
}

/** The help page of a command, as on a terminal of 80 columns. */
export function helpOf(path: string): string {
  const parts: string[] = [];
  let command = createProgram({ plain: nothing, store: nothing });
  for (const word of path.split(' ')) {
    const child = command.commands.find((candidate) => candidate.name() === word);
    if (!child) throw new Error(`no command ${path}`);
    command = child;
  }
  command.configureOutput({ writeOut: (part) => parts.push(part), getOutHelpWidth: () => 80 });
  command.outputHelp();
  return parts.join('');
}

import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.server.ts';

const nothing = () => async () => {};
const tree = () => createProgram({ plain: nothing, store: nothing }, process);

/** Lists every command that does something, as `messages list`. */
export function commandPaths(): string[] {
  return leavesOf(tree(), '');
}

function leavesOf(command: Command, path: string): string[] {
  if (command.commands.length === 0) return [path];
  return command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`.trim()));
}

/** Gives the help page of a command, as on a terminal of 80 columns. */
export function helpOf(path: string): string {
  const parts: string[] = [];
  let command = tree();
  for (const word of path.split(' ')) {
    const child = command.commands.find((candidate) => candidate.name() === word);
    if (!child) throw new Error(`no command ${path}`);
    command = child;
  }
  command.configureOutput({ writeOut: (part) => parts.push(part), getOutHelpWidth: () => 80 });
  command.outputHelp();
  return parts.join('');
}

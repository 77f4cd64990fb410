import { resolve } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { systemClock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import { readEnvironment } from '../config/environment.server.ts';
import { usage, usageErrors } from '../content/cli.ts';
import type { Dependencies, Runner } from './command.server.ts';
import { CommandError, exitCodes, explainFailure } from './failure.server.ts';
import { Output, type Terminal } from './output.server.ts';
import { createProgram } from './program.server.ts';
import { withReadyStorage } from './store-access.server.ts';
import { visible } from './text.ts';

/**
 * Runs one command line.
 * @param args without the program's name
 * @returns the exit code
 */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const output = new Output(terminal);
  let config: Config | undefined;
  let exitCode: number = exitCodes.ok;

  const prepare = (): Dependencies => {
    config = readEnvironment();
    const resolvePath = (file: string) => resolve(terminal.callerDir, file);
    return { config, clock: systemClock, output, editor: terminal.editor, resolvePath };
  };
  // Commander gives the arguments, the options, and last the command.
  const runner: Runner = {
    plain:
      (command) =>
      async (...parameters) => {
        exitCode = (await command(prepare(), ...parameters.slice(0, -1))) ?? exitCodes.ok;
      },
    store: (command) =>
      runner.plain((dependencies, ...parameters) =>
        withReadyStorage(
          dependencies.config,
          async (storage) => (await command({ ...dependencies, storage }, ...parameters)) ?? exitCodes.ok,
        ),
      ),
  };

  const program = createProgram(runner, terminal);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.ok;
      // Alone, a group has shown its help.
      if (error.code !== 'commander.help') output.note(explainUsageError(error.code, program, args));
      return exitCodes.usage;
    }
    const failure = explainFailure(error, config);
    output.note(visible(failure.message));
    if (error instanceof CommandError && error.exitCode === exitCodes.usage)
      output.note(seeHelp(commandAt(program, args)));
    return failure.exitCode;
  }
}

/** Says in French why commander refused a command line, by the code of its error. */
function explainUsageError(code: string, program: Command, args: readonly string[]): string {
  const found = commandAt(program, args);
  const { command } = found;
  const known = command.commands.map((child) => child.name());
  return [
    usageErrors[code]?.(visible(wordAtFault(code, found) ?? '')) ?? usage.other,
    known.length > 0 ? usage.commands(known) : usage.form(command.usage()),
    seeHelp(found),
  ].join('\n');
}

function wordAtFault(code: string, { command, rest }: CommandAt): string | undefined {
  const isKnown = (word: string) =>
    command.options.some(({ long, short }) => [long, short].includes(word.split('=')[0]));
  if (code === 'commander.unknownOption') return rest.find((word) => word.startsWith('-') && !isKnown(word));
  return code === 'commander.optionMissingArgument' ? rest.at(-1) : rest[0];
}

function seeHelp({ path }: CommandAt): string {
  return usage.seeHelp(`${path} --help`.trim());
}

interface CommandAt {
  command: Command;
  path: string;
  /** The arguments after it. */
  rest: readonly string[];
}

/** Finds the deepest command that the arguments name. */
function commandAt(command: Command, args: readonly string[], path = ''): CommandAt {
  const [name, ...rest] = args;
  const next = command.commands.find((child) => child.name() === name);
  return next ? commandAt(next, rest, `${path} ${name}`.trim()) : { command, path, rest: args };
}

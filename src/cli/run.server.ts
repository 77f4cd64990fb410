import { resolve } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { systemClock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import { readEnvironment } from '../config/environment.server.ts';
import type { Dependencies, Runner } from './dependencies.ts';
import { exitCodes } from './exit-codes.ts';
import { explainFailure } from './explain-failure.server.ts';
import { createOutput, type Terminal, terminalWidth } from './output.server.ts';
import { createProgram } from './program.server.ts';
import { visible } from './safe-text.ts';
import { withReadyStorage } from './store-access.server.ts';
import { explainUnknownHelp, explainUsageError } from './usage-error.server.ts';

/**
 * Runs one command line.
 * @param args without the program's name
 * @returns the exit code
 */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const output = createOutput(terminal);
  let config: Config | undefined;
  let exitCode: number = exitCodes.ok;

  const prepare = (): Dependencies => {
    config = readEnvironment();
    const resolvePath = (file: string) => resolve(terminal.callerDir, file);
    return { config, clock: systemClock, output, editor: terminal.editor, resolvePath };
  };
  const runner: Runner = {
    plain:
      (command) =>
      async (...parameters) => {
        exitCode = await command(prepare(), ...optionsAndArgs(parameters));
      },
    store:
      (command) =>
      async (...parameters) => {
        const dependencies = prepare();
        exitCode = await withReadyStorage(dependencies.config, (storage) =>
          command({ ...dependencies, storage }, ...optionsAndArgs(parameters)),
        );
      },
  };

  const program = createProgram(runner);
  configureOutput(program, terminal);
  try {
    await program.parseAsync(withHelpOption(program, args), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return explainRefusal(error, program, args, output.note);
    const failure = explainFailure(error, config);
    output.note(visible(failure.message));
    return failure.exitCode;
  }
}

/** `help messages list` as `messages list --help`: of the arguments after `help`, commander reads only the first. */
function withHelpOption(program: Command, args: readonly string[]): readonly string[] {
  const [first, ...path] = args;
  const isPath = first === 'help' && path[0] !== 'help' && explainUnknownHelp(program, path) === undefined;
  return isPath ? [...path, '--help'] : args;
}

/** Commander gives the arguments, then the options, then the command. */
function optionsAndArgs(parameters: unknown[]): [unknown, ...unknown[]] {
  const [options] = parameters.slice(-2);
  return [options, ...parameters.slice(0, -2)];
}

/** Help goes to stdout when asked for; commander's English errors are left out: `explainRefusal` puts them into French. */
function configureOutput(command: Command, { stdout, stderr }: Terminal): void {
  const width = terminalWidth(stdout);
  command.configureOutput({
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    outputError: () => {},
    getOutHelpWidth: () => width,
    getErrHelpWidth: () => width,
  });
  for (const child of command.commands) {
    child.exitOverride();
    configureOutput(child, { stdout, stderr } as Terminal);
  }
}

function explainRefusal(
  error: CommanderError,
  program: Command,
  args: readonly string[],
  note: (line: string) => void,
): number {
  if (error.code === 'commander.helpDisplayed' || error.code === 'commander.version') return exitCodes.ok;
  if (error.code === 'commander.help') {
    if (args[0] !== 'help') return exitCodes.usage;
    const unknown = explainUnknownHelp(program, args.slice(1));
    if (unknown === undefined) return exitCodes.ok;
    note(unknown);
    return exitCodes.usage;
  }
  note(explainUsageError(error, program, args));
  return exitCodes.usage;
}

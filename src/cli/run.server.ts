import { resolve } from 'node:path';
import { CommanderError } from 'commander';
import { systemClock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import { readEnvironment } from '../config/environment.server.ts';
import { CommandError } from './command-error.ts';
import type { Dependencies, Runner } from './dependencies.ts';
import { exitCodes } from './exit-codes.ts';
import { explainFailure } from './explain-failure.server.ts';
import { createOutput, type Terminal } from './output.server.ts';
import { createProgram } from './program.server.ts';
import { visible } from './safe-text.ts';
import { withReadyStorage } from './store-access.server.ts';
import { explainUsageError, seeHelp } from './usage-error.server.ts';

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
        exitCode = (await command(prepare(), ...optionsAndArgs(parameters))) ?? exitCodes.ok;
      },
    store:
      (command) =>
      async (...parameters) => {
        const dependencies = prepare();
        exitCode = await withReadyStorage(
          dependencies.config,
          async (storage) =>
            (await command({ ...dependencies, storage }, ...optionsAndArgs(parameters))) ?? exitCodes.ok,
        );
      },
  };

  const program = createProgram(runner, terminal);
  const [first, ...path] = args;
  const words = first === 'help' ? [...path, '--help'] : args;
  try {
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.ok;
      // Alone, a group has shown its help.
      if (error.code !== 'commander.help') output.note(explainUsageError(error.code, program, words));
      return exitCodes.usage;
    }
    const failure = explainFailure(error, config);
    output.note(visible(failure.message));
    if (error instanceof CommandError && error.exitCode === exitCodes.usage)
      output.note(seeHelp(program, words));
    return failure.exitCode;
  }
}

/** Commander gives the arguments, then the options, then the command. */
function optionsAndArgs(parameters: unknown[]): [unknown, ...unknown[]] {
  const [options] = parameters.slice(-2);
  return [options, ...parameters.slice(0, -2)];
}

import { type Command, type CommanderError, InvalidArgumentError } from 'commander';
import { usage, usageErrors } from '../content/cli.ts';
import { visible } from './safe-text.ts';

/** Commander's refusal of a command line, in French: what is wrong, a near word, how to get help. */
export function explainUsageError(
  { code, message }: CommanderError,
  program: Command,
  args: readonly string[],
): string {
  const command = commandAt(program, args);
  const lines = [usageErrors[code]?.(wordAtFault(message)) ?? usage.other];
  const reason = /is invalid(?: for argument '[^']*')?\. (.+)$/s.exec(message)?.[1];
  if (reason) lines.push(inFrench(reason));
  const near = /Did you mean (?:one of )?(.+)\?/.exec(message)?.[1];
  if (near) lines.push(usage.suggestion(near));
  return [...lines, usage.seeHelp(`${pathOf(command)} --help`.trim())].join('\n');
}

/** Commander quotes the words it complains of; for a value it names the option first. */
function wordAtFault(message: string): string {
  const value = /(?:argument|value) '([^']*)' is invalid/.exec(message) ?? /'([^']*)'/.exec(message);
  return visible(value?.[1] ?? '');
}

function inFrench(reason: string): string {
  const choices = /^Allowed choices are (.+)\.$/.exec(reason)?.[1];
  return choices ? usage.allowed(choices) : reason;
}

/** The deepest command that these arguments name. */
function commandAt(program: Command, args: readonly string[]): Command {
  const [name, ...rest] = args;
  const next = program.commands.find((command) => command.name() === name);
  return next ? commandAt(next, rest) : program;
}

/** What is wrong with `help` and these arguments, undefined when they name a command. */
export function explainUnknownHelp(program: Command, args: readonly string[]): string | undefined {
  let command: Command | undefined = program;
  for (const name of args) {
    if (command === program && name === 'help') return undefined;
    command = command.commands.find((each) => each.name() === name);
    if (!command) return [unknownCommand(visible(name)), usage.seeHelp('--help')].join('\n');
  }
  return undefined;
}

function unknownCommand(name: string): string {
  return usageErrors['commander.unknownCommand']?.(name) ?? usage.other;
}

/** `messages list`: the words of a command without the program's name. */
export function pathOf(command: Command): string {
  const { parent } = command;
  return parent ? `${pathOf(parent)} ${command.name()}`.trim() : '';
}

/** A parser of options that hold a whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(usage.wholeNumber(min, max));
  };
}

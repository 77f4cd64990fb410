import type { Command } from 'commander';
import { usage, usageErrors } from '../content/cli.ts';
import { CommandError } from './command-error.ts';
import { visible } from './safe-text.ts';

/** Says in French why commander refused a command line, by the code of its error. */
export function explainUsageError(code: string, program: Command, args: readonly string[]): string {
  const { command, rest } = commandAt(program, args);
  const wrong = visible(wordAtFault(code, command, rest) ?? '');
  const known = command.commands.map((child) => child.name());
  return [
    usageErrors[code]?.(wrong) ?? usage.other,
    ...(known.length > 0 ? [usage.commands(known)] : [usage.form(command.usage())]),
    seeHelp(program, args),
  ].join('\n');
}

function wordAtFault(code: string, command: Command, words: readonly string[]): string | undefined {
  const isKnown = (word: string) =>
    command.options.some(({ long, short }) => [long, short].includes(word.split('=')[0]));
  if (code === 'commander.unknownOption') return words.find((word) => word.startsWith('-') && !isKnown(word));
  return code === 'commander.optionMissingArgument' ? words.at(-1) : words[0];
}

/** Says how to get help about the command that these arguments name. */
export function seeHelp(program: Command, args: readonly string[]): string {
  return usage.seeHelp(`${commandAt(program, args).path} --help`.trim());
}

/** Finds the deepest command that the arguments name, and the arguments after it. */
function commandAt(command: Command, args: readonly string[], path = ''): CommandAt {
  const [name, ...rest] = args;
  const next = command.commands.find((child) => child.name() === name);
  return next ? commandAt(next, rest, `${path} ${name}`.trim()) : { command, rest: args, path };
}

interface CommandAt {
  command: Command;
  rest: readonly string[];
  path: string;
}

/** Makes a parser of a whole number from `min` to `max`. @returns a function that throws CommandError `usage` */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new CommandError('usage', usage.wholeNumber(visible(text), min, max));
  };
}

/**
 * Makes a parser of one word of several: its French name, whatever its case and accents, or the value itself.
 * @param names the values with their names @returns a function that throws CommandError `usage`
 */
export function oneOf<Value extends string>(names: Readonly<Record<Value, string>>): (text: string) => Value {
  const values = Object.keys(names) as Value[];
  return (text) => {
    const found = values.find((value) => [value, names[value]].map(plain).includes(plain(text)));
    if (found) return found;
    throw new CommandError('usage', usage.oneOf(visible(text), Object.values(names)));
  };
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

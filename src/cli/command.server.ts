import type { Command } from 'commander';
import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import { help, usage } from '../content/cli.ts';
import type { Storage } from '../storage/storage.ts';
import { CommandError, type ExitCode } from './failure.server.ts';
import type { Output } from './output.server.ts';
import { visible } from './text.ts';

/** What every command works with, handed in. */
export interface Dependencies {
  config: Config;
  clock: Clock;
  output: Output;
  /** Command of the operator's editor. */
  editor: string | undefined;
  /** The absolute path of a file that the operator named. */
  resolvePath(file: string): string;
}

/** The same with the store, open and up to date. */
export interface StoreDependencies extends Dependencies {
  storage: Storage;
}

/** A command: takes its arguments, then its options. Gives its exit code, or nothing when it did its work. */
// biome-ignore lint/suspicious/noExplicitAny: commander gives the arguments and options that each command declared.
type CommandFunction<D> = (given: D, ...parameters: any[]) => Promise<void> | Promise<ExitCode>;

/** Turns commands into actions of the command tree. */
export interface Runner {
  /** A command that needs no open store. */
  plain(command: CommandFunction<Dependencies>): (...parameters: unknown[]) => Promise<void>;
  /** A command on the open store. */
  store(command: CommandFunction<StoreDependencies>): (...parameters: unknown[]) => Promise<void>;
}

/** Adds a group of commands; alone, it shows its help. */
export function addGroup(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).usage('<commande>').helpCommand(false);
}

/**
 * Adds a command with its help.
 * @param name may hold arguments, as commander writes them
 */
export function addCommand(
  parent: Command,
  name: string,
  { summary, examples }: { summary: string; examples: readonly string[] },
): Command {
  const lines = examples.map((example) => `  npm run vitrine -- ${example}`);
  return parent
    .command(name)
    .description(summary)
    .addHelpText('after', ['', help.examples, ...lines].join('\n'));
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

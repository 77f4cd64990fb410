import { Command } from 'commander';
import { help } from '../content/cli.ts';
import { terminalWidth } from './output.server.ts';

/** Where help goes: standard output when asked for, else standard error. */
export interface HelpStreams {
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
}

/**
 * Creates the root of a command tree whose help is in French, and which throws refusals instead of ending the process. All
 * commands below it inherit that.
 */
export function createRoot(name: string, description: string, { stdout, stderr }: HelpStreams): Command {
  const width = () => terminalWidth(stdout);
  return new Command(name)
    .description(description)
    .usage('<commande>')
    .helpOption('-h, --help', help.option)
    .helpCommand(false)
    .exitOverride()
    .configureHelp({ styleTitle: (title) => help.titles[title] ?? title })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      // Commander's English is left out: `explainUsageError` says it in French.
      outputError: () => {},
      getOutHelpWidth: width,
      getErrHelpWidth: width,
    });
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

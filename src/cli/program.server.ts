import { resolve } from 'node:path';
import { Command, CommanderError, Option } from 'commander';
import { commandName } from '../command-name.server.ts';
import { systemClock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import { readEnvironment } from '../config/environment.server.ts';
import { siteVersion } from '../config/version.server.ts';
import { CommandError, exitCodes, explainFailure } from '../failure.server.ts';
import { migrate, outbox, resend, retention } from './advanced.server.ts';
import { backup, restore } from './backup.server.ts';
import { type CommandFunction, type Dependencies, onStore } from './command.server.ts';
import { doctor } from './doctor/doctor.server.ts';
import { dayNamed, insights, monthNamed } from './insights.server.ts';
import { testMail } from './mail.server.ts';
import * as messages from './messages.server.ts';
import { Output, type Terminal } from './output.server.ts';
import { erasePerson, exportPerson } from './person.server.ts';
import { editProfile, exportProfile, importProfile } from './profile.server.ts';
import { visible } from './text.ts';
import { help, usage } from './words.ts';

/** Runs one command line. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const { editor, callerDir } = terminal;
  const output = new Output(terminal);
  let config: Config | undefined;
  let exitCode: number = exitCodes.ok;

  const program = createProgram(terminal, async (command, parameters) => {
    config = readEnvironment();
    const resolvePath = (file: string) => resolve(callerDir, file);
    const given = { config, clock: systemClock, output, editor, resolvePath };
    exitCode = (await command(given, ...parameters)) ?? exitCodes.ok;
  });
  try {
    // Node decodes an argument that is not UTF-8 with this character.
    const unreadable = args.find((text) => !text.isWellFormed() || text.includes('\ufffd'));
    if (unreadable !== undefined) throw new CommandError('usage', usage.unreadable(visible(unreadable)));
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.ok;
      // Commander has shown the help of the command.
      const word = unknownWord(program, args);
      output.note(`\n${word === undefined ? usage.wrong : usage.unknown(visible(word))}`);
      return exitCodes.usage;
    }
    const failure = await explainFailure(error, config);
    output.note(visible(failure.message));
    return failure.exitCode;
  }
}

/**
 * Creates the command tree, with help in French: on stdout if asked for, otherwise on stderr. It throws errors instead of
 * ending the process.
 */
export function createProgram(
  terminal: Pick<Terminal, 'stdout' | 'stderr'>,
  run: (command: CommandFunction<Dependencies>, parameters: unknown[]) => Promise<void>,
): Command {
  const program = emptyProgram(terminal);
  const add = (
    parent: Command,
    line: string,
    description: string,
    command: CommandFunction<Dependencies>,
    ...options: Option[]
  ) => {
    const added = parent.command(line).description(description);
    for (const option of options) added.addOption(option);
    // Commander passes the arguments, then the options, then its own command.
    return added.action((...parameters) => run(command, parameters.slice(0, -1)));
  };

  const words = help.options;
  const status = new Option('--status <état>', words.status).argParser(messages.statusNamed);
  const suspect = new Option('--suspect', words.suspect);
  const limit = new Option('--limit <n>', words.limit).argParser(wholeNumber);
  const days = new Option('--days <n>', words.days).argParser(wholeNumber);
  const month = new Option('--month [mois]', words.month)
    .argParser(monthNamed)
    .conflicts(['days', 'from', 'to']);
  const from = new Option('--from <jour>', words.from).argParser(dayNamed).conflicts('days');
  const to = new Option('--to <jour>', words.to).argParser(dayNamed);
  const byMail = new Option('--mail', words.byMail);
  const html = new Option('--html <fichier>', words.html);
  const replace = new Option('--force', words.replace);
  const file = [new Option('--output <fichier>', words.output), replace];
  const force = new Option('--force', words.force);
  const believe = new Option('--force', words.believe);
  const dryRun = new Option('--dry-run', words.dryRun);
  const content = new Option('--content', words.content);
  const settings = new Option('--settings', words.settings);

  const message = addGroup(program, 'messages', help.messages.group);
  const list = onStore(messages.list);
  add(message, 'list [mots...]', help.messages.list, list, status, suspect, limit).alias('search');
  add(message, 'show <id>', help.messages.show, onStore(messages.show));
  add(message, 'mark <id> <état>', help.messages.mark, onStore(messages.mark));
  add(message, 'note <id> <texte>', help.messages.note, onStore(messages.note));
  add(message, 'export', help.messages.export, onStore(messages.exportAll), status, suspect, ...file);
  add(message, 'delete <id>', help.messages.delete, onStore(messages.remove), force);

  const person = addGroup(program, 'person', help.person.group);
  add(person, 'export <email>', help.person.export, onStore(exportPerson), ...file);
  add(person, 'erase <email>', help.person.erase, onStore(erasePerson), force);

  const profile = addGroup(program, 'profile', help.profile.group);
  add(profile, 'edit', help.profile.edit, onStore(editProfile));
  add(profile, 'import <fichier>', help.profile.import, onStore(importProfile));
  add(profile, 'export [fichier]', help.profile.export, onStore(exportProfile), replace);

  add(program, 'insights', help.insights, onStore(insights), days, month, from, to, html, replace, byMail);
  add(program, 'backup <fichier>', help.backup, backup, replace);
  add(program, 'restore <fichier>', help.restore, restore, dryRun, force);
  add(program, 'doctor', help.doctor, doctor, content, settings);

  const mail = addGroup(program, 'mail', help.mail.group);
  add(mail, 'test', help.mail.test, testMail);

  const advanced = addGroup(program, 'advanced', help.advanced.group);
  add(advanced, 'outbox', help.advanced.outbox, onStore(outbox));
  add(advanced, 'resend', help.advanced.resend, onStore(resend));
  add(advanced, 'retention', help.advanced.retention, onStore(retention), dryRun, believe);
  add(advanced, 'migrate', help.advanced.migrate, migrate, dryRun);
  return program;
}

function emptyProgram({ stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>): Command {
  return new Command(commandName)
    .description(help.program)
    .usage('<commande>')
    .version(help.versionLine(siteVersion(), process.version), '-V, --version', help.version)
    .helpOption('-h, --help', help.help)
    .helpCommand(false)
    .addHelpText('after', `\n${help.exitCodes}`)
    .exitOverride()
    .showHelpAfterError()
    .configureHelp({ styleTitle: (title) => help.titles[title] ?? title })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      // Commander's English messages are dropped: `runCommandLine` says in French that the help tells more.
      outputError: () => {},
    });
}

/** Finds the first command that its group lacks, or option that its command lacks. */
function unknownWord(program: Command, args: readonly string[]): string | undefined {
  let command = program;
  for (const word of args) {
    const named = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    const isOption = word.startsWith('-');
    if (named) command = named;
    else if (
      isOption &&
      !command.options.some(({ short, long }) => [short, long].includes(word.split('=')[0]))
    )
      return word;
    else if (!isOption && command.commands.length > 0) return word;
  }
  return undefined;
}

function addGroup(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).usage('<commande>').helpCommand(false);
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new CommandError('usage', usage.wholeNumber(visible(text)));
}

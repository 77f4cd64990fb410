import { Argument, type Command, Option } from 'commander';
import { help } from '../../content/cli.ts';
import { messagesHelp as words } from '../../content/cli-messages.ts';
import { messageStatuses } from '../../storage/schema.ts';
import { addCommand, addGroup } from '../command-tree.server.ts';
import type { Runner } from '../dependencies.ts';
import { wholeNumber } from '../usage-error.server.ts';
import { mark, remove, resend } from './change.server.ts';
import { exportMessages } from './export.server.ts';
import { list, search } from './list.server.ts';
import { show } from './show.server.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 10_000;

const limitOption = () =>
  new Option('--limit <n>', words.list.options.limit)
    .argParser(wholeNumber(1, MAX_LIMIT))
    .default(DEFAULT_LIMIT);
const statusOption = () => new Option('--status <état>', words.list.options.status).choices(messageStatuses);

/** `messages …` */
export function addMessages(program: Command, run: Runner): void {
  const group = addGroup(program, 'messages', words.group);
  addCommand(group, 'list', words.list)
    .addOption(statusOption())
    .option('--suspect', words.list.options.suspect)
    .addOption(new Option('--search <mots>', words.list.options.search).conflicts('before'))
    .addOption(limitOption())
    .option('--before <repère>', words.list.options.before)
    .option('--json', help.json)
    .action(run.store(list));
  addCommand(group, 'show', words.show)
    .argument('<id>', words.id)
    .option('--json', help.json)
    .action(run.store(show));
  addCommand(group, 'search', words.search)
    .argument('<mots...>', words.search.argument)
    .addOption(statusOption())
    .option('--suspect', words.list.options.suspect)
    .addOption(limitOption())
    .option('--json', help.json)
    .action(run.store(search));
  addExport(group, run);
  addChanges(group, run);
}

function addExport(group: Command, run: Runner): void {
  const { options } = words.export;
  addCommand(group, 'export', words.export)
    .addOption(new Option('--format <format>', options.format).choices(['csv', 'json']).conflicts('json'))
    .option('--json', options.json)
    .option('--output <fichier>', options.output)
    .addOption(new Option('--separator <signe>', options.separator).choices(['comma', 'semicolon']))
    .addOption(statusOption())
    .option('--suspect', words.list.options.suspect)
    .option('--force', help.replace)
    .action(run.store(exportMessages));
}

function addChanges(group: Command, run: Runner): void {
  addCommand(group, 'mark', words.mark)
    .argument('<id>', words.id)
    .addArgument(new Argument('<état>', words.mark.argument).choices(messageStatuses))
    .action(run.store(mark));
  addCommand(group, 'delete', words.delete)
    .argument('<id>', words.id)
    .option('--dry-run', help.dryRun)
    .option('--force', help.force)
    .action(run.store(remove));
  addCommand(group, 'resend', words.resend).argument('<id>', words.id).action(run.store(resend));
}

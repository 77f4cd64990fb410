import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { help, program as words } from '../content/cli.ts';
import { addAdvanced } from './advanced.server.ts';
import { addBackup } from './backup.server.ts';
import type { Runner } from './command.server.ts';
import { addDoctor } from './doctor/doctor.server.ts';
import { addInsights } from './insights.server.ts';
import { addMail } from './mail.server.ts';
import { addMessages } from './messages.server.ts';
import { type Terminal, terminalWidth } from './output.server.ts';
import { addPerson } from './person.server.ts';
import { addProfile } from './profile.server.ts';

const packageFile = new URL('../../package.json', import.meta.url);

/**
 * Creates the command tree, with help in French: on stdout if asked for, otherwise on stderr. It throws errors instead of
 * ending the process.
 */
export function createProgram(run: Runner, { stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>): Command {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  const width = () => terminalWidth(stdout);
  const program = new Command('npm run vitrine --')
    .description(words.description)
    .usage('<commande>')
    .version(words.versionLine(version, process.version), '-V, --version', words.version)
    .helpOption('-h, --help', help.option)
    .helpCommand(false)
    .addHelpText('after', `\n${words.footer}`)
    .exitOverride()
    .showHelpAfterError()
    .configureHelp({ styleTitle: (title) => help.titles[title] ?? title })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      // Commander's English messages are dropped: `runCommandLine` writes them in French.
      outputError: () => {},
      getOutHelpWidth: width,
      getErrHelpWidth: width,
    });
  addMessages(program, run);
  addPerson(program, run);
  addProfile(program, run);
  addInsights(program, run);
  addBackup(program, run);
  addDoctor(program, run);
  addMail(program, run);
  addAdvanced(program, run);
  return program;
}

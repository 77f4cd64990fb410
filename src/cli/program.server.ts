import { resolve } from 'node:path';
import { Command, CommanderError, Option } from 'commander';
import { commandName } from '../command-name.server.ts';
import { systemClock } from '../config/clock.ts';
import { type Config, readEnvironment } from '../config/config.server.ts';
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
import { visit } from './visit.server.ts';

const help = {
  program:
    'Outils de l’exploitant du site : messages reçus, e-mails, données personnelles, profil, statistiques, sauvegardes, contrôles.',
  messages: {
    group: 'Messages reçus par le formulaire de contact ; le début d’un identifiant suffit',
    list: 'Liste les messages, du plus récent au plus ancien ; avec des mots, ceux qui les contiennent, sans égard aux majuscules ni aux accents',
    show: 'Affiche un message en entier, avec l’état de son e-mail',
    export: 'Exporte tous les messages en CSV, pour un tableur, sans limite de nombre',
    delete: 'Efface un message et son e-mail de la file, définitivement',
  },
  person: {
    group:
      'Droits d’une personne sur ses données (RGPD), d’après son adresse e-mail, que la commande demande ; sans égard aux majuscules',
    export: 'Écrit en JSON tout ce que le site garde sur une personne (article 15)',
    erase: 'Efface toutes les copies de ce qu’une personne a envoyé (article 17)',
  },
  profile: {
    group: 'Profil affiché par le site (nom, métier, présentation)',
    edit: 'Ouvre le profil dans votre éditeur (variable EDITOR), puis l’enregistre',
    import: 'Enregistre un profil depuis un fichier JSON ; - pour l’entrée standard',
    export: 'Écrit le profil en JSON, à l’écran si aucun fichier n’est donné',
  },
  insights:
    'Statistiques de visite, comparées à la période d’avant : pages vues et messages par jour, pages, provenances, appareils, sujets',
  backup: 'Copie la base dans un fichier, pendant que le site tourne ; - pour la sortie standard',
  restore:
    'Remet une sauvegarde à la place de la base, site arrêté ; dans une base vide sur PostgreSQL ; - pour l’entrée standard',
  doctor: 'Contrôle l’installation et dit quoi corriger ; sort avec 1 s’il y a un problème',
  mail: {
    group: 'Serveur de messagerie',
    test: 'Envoie un e-mail d’essai au studio, une notification si NOTIFY_URL est défini, et donne les réponses',
  },
  advanced: {
    group: 'Commandes plus rares : file des e-mails, conservation, base de données',
    outbox: 'Montre les e-mails en attente, partis, refusés',
    resend: 'Remet en file les e-mails refusés, et envoie maintenant ceux qui attendent',
    retention: 'Efface maintenant ce qui a dépassé sa durée de conservation (le site le fait chaque heure)',
    migrate: 'Met la base à jour (le site le fait aussi à son démarrage)',
    visit:
      'Lit chaque page d’un processus par sa socket, et lui envoie des messages qu’il doit refuser ; rien n’est gardé',
  },
} as const;

const titles: Readonly<Record<string, string>> = {
  'Usage:': 'Usage :',
  'Options:': 'Options :',
  'Commands:': 'Commandes :',
};

/** Runs one command line and returns its exit code. */
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
    // Node puts this character in the place of bytes that are not UTF-8.
    const unreadable = args.find((text) => !text.isWellFormed() || text.includes('\ufffd'));
    if (unreadable !== undefined)
      throw new CommandError(
        'usage',
        `« ${unreadable} » ne se lit pas : ce terminal n’écrit pas en UTF-8 (locale C.UTF-8 ou fr_FR.UTF-8). Rien n’a été changé.`,
      );
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.ok;
      // Commander has already shown the group's help if the command line names only a group.
      if (error.code !== 'commander.help') output.note(explainWords(program, args));
      return exitCodes.usage;
    }
    const failure = explainFailure(error, config);
    output.note(failure.message);
    return failure.exitCode;
  }
}

/**
 * Creates the command tree, with help in French: on stdout if asked for, otherwise on stderr. Errors are thrown and do not
 * end the process.
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
    // Commander passes the arguments, the options, then its own command, which is dropped here.
    return added.action((...parameters) => run(command, parameters.slice(0, -1)));
  };

  const suspect = new Option('--suspect', 'Seulement les messages suspects');
  const limit = new Option('--limit <n>', 'Nombre de messages (20 sans cette option)').argParser(wholeNumber);
  const days = new Option('--days <n>', 'Nombre de jours (30 sans cette option)').argParser(wholeNumber);
  const month = new Option('--month [mois]', 'Un mois, comme 2026-11 ; sans valeur, le mois dernier')
    .argParser(monthNamed)
    .conflicts(['days', 'from', 'to']);
  const from = new Option('--from <jour>', 'Premier jour, comme 2026-11-01')
    .argParser(dayNamed)
    .conflicts('days');
  const to = new Option('--to <jour>', 'Dernier jour (aujourd’hui sans cette option)').argParser(dayNamed);
  const byMail = new Option('--mail', 'Envoie le rapport par e-mail au studio (CONTACT_TO)');
  const replace = new Option('--force', 'Remplace le fichier s’il existe');
  const file = [
    new Option('--output <fichier>', 'Fichier à écrire ; sans cette option, le résultat va à l’écran'),
    replace,
  ];
  const force = new Option('--force', 'Ne demande pas de confirmation');
  const believe = new Option('--force', 'Croit l’horloge de la machine, même si elle a sauté');
  const dryRun = new Option('--dry-run', 'Dit ce qui serait fait, sans rien changer');
  const content = new Option(
    '--content',
    'Liste seulement ce qui est encore l’exemple livré, avec fichier et ligne ; sort avec 1 s’il en reste',
  );
  const settings = new Option(
    '--settings',
    'Montre seulement les réglages tels que le site les comprend ; sort avec 1 s’ils sont incorrects',
  );

  const message = addGroup(program, 'messages', help.messages.group);
  const list = onStore(messages.list);
  add(message, 'list [mots...]', help.messages.list, list, suspect, limit).alias('search');
  add(message, 'show <id>', help.messages.show, onStore(messages.show));
  add(message, 'export', help.messages.export, onStore(messages.exportAll), suspect, ...file);
  add(message, 'delete <id>', help.messages.delete, onStore(messages.remove), force);

  const person = addGroup(program, 'person', help.person.group);
  add(person, 'export [email]', help.person.export, onStore(exportPerson), ...file);
  add(person, 'erase [email]', help.person.erase, onStore(erasePerson), force);

  const profile = addGroup(program, 'profile', help.profile.group);
  add(profile, 'edit', help.profile.edit, onStore(editProfile));
  add(profile, 'import <fichier>', help.profile.import, onStore(importProfile));
  add(profile, 'export [fichier]', help.profile.export, onStore(exportProfile), replace);

  add(program, 'insights', help.insights, onStore(insights), days, month, from, to, byMail);
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
  add(advanced, 'visit <socket>', help.advanced.visit, visit);
  return program;
}

function emptyProgram({ stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>): Command {
  return new Command(commandName)
    .description(help.program)
    .usage('<commande>')
    .version(
      `vitrine ${siteVersion()} (Node ${process.version})`,
      '-V, --version',
      'Affiche la version du site et de Node',
    )
    .helpOption('-h, --help', 'Affiche cette aide')
    .helpCommand(false)
    .addHelpText(
      'after',
      `
Codes de sortie : 0 réussi, 1 échec, 2 mauvais usage, 3 introuvable ou ambigu,
4 refusé ou non confirmé, 5 base ou serveur de messagerie indisponible.`,
    )
    .exitOverride()
    .configureHelp({ styleTitle: (title) => titles[title] ?? title })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      // `explainWords` replaces commander's messages, which are in English.
      outputError: () => {},
    });
}

/** Names the first word of the command line that is not understood, and the help to read. */
function explainWords(program: Command, args: readonly string[]): string {
  let command = program;
  let path: string = commandName;
  for (const word of args) {
    const named = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    const isKnown = word.startsWith('-')
      ? command.options.some(({ short, long }) => [short, long].includes(word.split('=')[0]))
      : command.commands.length === 0;
    if (named) {
      command = named;
      path += ` ${word}`;
    } else if (!isKnown) {
      const address = word.includes('@') ? ' Ne donnez pas d’adresse : la commande la demande.' : '';
      return `« ${word} » n’est pas compris.${address} Pour voir ce qui l’est : ${path} --help`;
    }
  }
  return `Cette ligne de commande n’est pas comprise. Pour en voir la forme : ${path} --help`;
}

function addGroup(program: Command, name: string, description: string): Command {
  return program.command(name).description(description).usage('<commande>').helpCommand(false);
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new CommandError('usage', `« ${text} » n’est pas accepté : il faut un nombre entier de 1 à 99999.`);
}

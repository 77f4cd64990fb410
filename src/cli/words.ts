export const help = {
  program:
    'Outils de l’exploitant du site : messages reçus, e-mails, données personnelles, profil, statistiques, sauvegardes, contrôles.',
  exitCodes: `Codes de sortie : 0 réussi, 1 échec, 2 mauvais usage, 3 introuvable ou ambigu,
4 refusé ou non confirmé, 5 base ou serveur de messagerie indisponible.`,
  help: 'Affiche cette aide',
  version: 'Affiche la version du site et de Node',
  versionLine: (version: string, node: string) => `vitrine ${version} (Node ${node})`,
  titles: {
    'Usage:': 'Usage :',
    'Options:': 'Options :',
    'Commands:': 'Commandes :',
  } as Readonly<Record<string, string>>,
  messages: {
    group: 'Messages reçus par le formulaire de contact ; le début d’un identifiant suffit',
    list: 'Liste les messages, les nouveaux d’abord, du plus récent au plus ancien ; avec des mots, ceux qui les contiennent, sans égard aux majuscules ni aux accents',
    show: 'Affiche un message en entier, avec l’état de son e-mail',
    mark: 'Change l’état d’un message : nouveau, lu ou traité',
    note: 'Met une note à un message, à la place de celle d’avant ; vide, elle la retire',
    export: 'Exporte tous les messages en CSV, pour un tableur, sans limite de nombre',
    delete: 'Efface un message et son e-mail de la file, définitivement',
  },
  person: {
    group:
      'Droits d’une personne sur ses données (RGPD), d’après son adresse e-mail, sans égard aux majuscules',
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
  },
  options: {
    status: 'Seulement les messages dans cet état : nouveau, lu ou traité',
    suspect: 'Seulement les messages suspects',
    limit: 'Nombre de messages (20 sans cette option)',
    days: 'Nombre de jours (30 sans cette option)',
    month: 'Un mois, comme 2026-11 ; sans valeur, le mois dernier',
    from: 'Premier jour, comme 2026-11-01',
    to: 'Dernier jour (aujourd’hui sans cette option)',
    byMail: 'Envoie le rapport par e-mail au studio (CONTACT_TO)',
    html: 'Écrit un rapport dans ce fichier HTML ; - pour la sortie standard',
    output: 'Fichier à écrire ; sans cette option, le résultat va à l’écran',
    replace: 'Remplace le fichier s’il existe',
    force: 'Ne demande pas de confirmation',
    believe: 'Croit l’horloge de la machine, même si elle a sauté',
    dryRun: 'Dit ce qui serait fait, sans rien changer',
    settings:
      'Montre seulement les réglages tels que le site les comprend ; sort avec 1 s’ils sont incorrects',
    content:
      'Liste seulement ce qui est encore l’exemple livré, avec fichier et ligne ; sort avec 1 s’il en reste',
  },
} as const;

export const usage = {
  wrong: 'Cette ligne de commande n’est pas comprise : l’aide ci-dessus en montre la forme.',
  unknown: (word: string) => `« ${word} » n’est pas compris : l’aide ci-dessus montre ce qui l’est.`,
  wholeNumber: (text: string) => `« ${text} » n’est pas accepté : il faut un nombre entier de 1 à 99999.`,
  date: (text: string) =>
    `« ${text} » n’est pas accepté : il faut un jour comme 2026-11-28, ou un mois comme 2026-11.`,
  noDays: 'Cette période n’a pas encore commencé, ou finit avant de commencer.',
  unreadable: (text: string) =>
    `« ${text} » ne se lit pas : ce terminal n’écrit pas en UTF-8 (locale C.UTF-8 ou fr_FR.UTF-8). Rien n’a été changé.`,
  oneOf: (text: string, names: readonly string[]) =>
    `« ${text} » n’est pas accepté. Valeurs : ${names.join(', ')}.`,
} as const;

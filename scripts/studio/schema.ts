import * as v from 'valibot';
import { contactSubjects } from '../../src/words/specified.ts';
import {
  capital,
  colour,
  count,
  day,
  email,
  euros,
  file,
  frenchAddress,
  group,
  html,
  identifier,
  lawful,
  list,
  oneOf,
  optional,
  optionalGroup,
  phone,
  postalAddress,
  rcsTown,
  rna,
  siren,
  siteAddress,
  text,
  town,
  unbroken,
  vat,
  webAddress,
  yearOrMonth,
  yes,
} from './fields.ts';
import { LAW } from './legal/forms.ts';

/* The files of a studio's folder. Within a version, any new field is optional (docs/operations/upgrade.md). */

export const VERSION = '1';

/** Legal forms; `legal/forms.ts` says what each of them has to publish. */
export const legalForms = [
  'entreprise individuelle',
  'micro-entreprise',
  'profession libérale',
  'EURL',
  'SARL',
  'SAS',
  'SASU',
  'SCOP',
  'association',
] as const;

export const offerIcons = ['window', 'phone-app', 'refresh', 'compass', 'shield'] as const;
export const strengthIcons = ['ear', 'bolt', 'anchor'] as const;
export const units = ['heure', 'jour', 'mois'] as const;

const PICTURES = 'JPEG, PNG, WebP, AVIF ou SVG';
const description = text('description pour les moteurs de recherche', 160, 50);
const title = text('titre', 60);
const lead = text('introduction', 250);
const titled = { title, text: text('texte', 400) };
const strengths = (label: string) =>
  list(
    label,
    group('point fort', {
      icon: oneOf('dessin', strengthIcons),
      title: text('titre', 40),
      text: text('texte', 200),
    }),
    1,
    6,
  );
const colours = (label: string) =>
  group(label, { primary: colour('couleur principale'), secondary: colour('couleur secondaire') });

/** Legal grounds to transfer personal data out of the European Economic Area (GDPR, articles 45 and 46). */
const grounds = ['adéquation', 'clauses'] as const;
const transfer = v.optional(oneOf('fondement du transfert', grounds));
const country = optional(text('pays', 40));
const storer = {
  name: lawful(LAW.lcen, text('nom', 90)),
  address: lawful(LAW.lcen, postalAddress('adresse')),
  phone: lawful(LAW.lcen, phone('téléphone', true)),
  country,
  transfer,
};

const studio = group('studio', {
  version: oneOf('version', [VERSION]),
  name: text('nom du studio', 45),
  promise: text('promesse', 90),
  site: siteAddress('adresse du site'),
  email: email('e-mail de contact'),
  phone: lawful(LAW.lcen, phone('téléphone')),
  person: group('personne', {
    name: text('nom', 45),
    job: text('métier', 60),
    links: list('liens', group('lien', { name: text('nom', 30), address: webAddress('adresse') }), 0, 6),
  }),
  place: group('lieu', {
    city: text('ville', 60),
    region: unbroken('région', 45),
    at: text('lieu dans une phrase', 44),
  }),
  publisher: group('éditeur', {
    form: oneOf('forme juridique', legalForms),
    name: lawful(LAW.lcen, text('nom ou dénomination', 90)),
    siren: optional(siren('SIREN')),
    rcs: optional(rcsTown('ville du RCS')),
    rne: v.optional(yes('inscription au RNE')),
    rna: optional(rna('numéro RNA')),
    capital: optional(capital('capital')),
    street: lawful(LAW.lcen, text('numéro et rue', 90)),
    town: lawful(LAW.lcen, town('code postal et ville')),
    vat: lawful(LAW.vatNumber, vat('TVA')),
    director: lawful(LAW.lcen, text('directeur de la publication', 90)),
    insurance: optional(text('assurance', 250)),
    terms: optional(webAddress('conditions générales')),
  }),
  consumers: yes('vente à des particuliers'),
  mediator: optionalGroup('médiateur', {
    name: lawful(LAW.mediator, text('nom', 90)),
    address: lawful(LAW.mediator, frenchAddress('adresse')),
    site: lawful(LAW.mediator, webAddress('site')),
  }),
  host: lawful(
    LAW.lcen,
    group('hébergeur', {
      ...storer,
      /** How long the host's own router keeps visitors' addresses. */
      logs: optional(text('durée des journaux d’adresses IP', 40)),
    }),
  ),
  storage: optionalGroup('stockage des données, s’il est ailleurs que chez l’hébergeur', storer),
  mail: lawful(
    LAW.recipients,
    group('messagerie', {
      name: lawful(LAW.recipients, text('nom', 90)),
      country: lawful(LAW.recipients, text('pays', 40)),
      transfer,
    }),
  ),
  accessibility: group('accessibilité', {
    date: day('date de la vérification'),
    shortcomings: list('défauts connus', text('défaut', 200), 0, 12),
  }),
  colours: group('couleurs', { light: colours('mode clair'), dark: colours('mode sombre') }),
  pictures: group('images', {
    portrait: optional(file('portrait', PICTURES, 'portrait.jpg')),
    portraitAlt: optional(text('description du portrait', 160)),
    studioAlt: text('description de l’image du studio', 160),
    icon: file('icône', 'SVG ou PNG', 'icone.svg'),
    film: file('film', 'MP4', 'film.mp4'),
  }),
  share: group('mots des images de partage', {
    line: optional(text('ligne', 60)),
    home: text('accueil', 60, 3),
    contact: text('contact', 60, 3),
    about: text('équipe', 60, 3),
  }),
});

const offerEntries = {
  id: identifier('identifiant'),
  title: text('titre', 60),
  price: optional(euros('prix')),
  from: v.optional(yes('à partir de')),
  maximum: optional(euros('prix maximal')),
  unit: v.optional(oneOf('unité', units)),
  part: optional(text('partie du projet', 20)),
  note: optional(text('précision', 90)),
  forWhom: text('pour qui', 60),
  delay: text('délai', 60),
  notIncluded: text('non compris', 60),
  subject: oneOf('sujet du formulaire', contactSubjects),
};

const offers = group('offres', {
  offers: list(
    'offres',
    group('offre', {
      ...offerEntries,
      icon: oneOf('dessin', offerIcons),
      tab: text('nom court', 24),
      description: list('description', text('ligne', 100), 1, 5),
      package: optionalGroup('forfait', {
        name: text('nom', 40),
        price: euros('prix'),
        hours: count('heures', 1, 999, 'd’heures'),
      }),
    }),
    1,
    8,
  ),
  regie: optionalGroup('régie', {
    ...offerEntries,
    content: text('texte', 250),
    picture: optional(file('image', PICTURES, 'equipe.jpg')),
    alt: text('description de l’image', 160),
  }),
});

const home = group('accueil', {
  description,
  forWhom: text('pour qui', 90),
  strengths: group('points forts', { title: text('titre', 90), lead, items: strengths('points forts') }),
  person: group('personne', titled),
  stages: group('étapes', {
    title,
    lead,
    items: list(
      'étapes',
      group('étape', {
        title: text('titre', 30),
        text: text('texte', 200),
        give: text('vous donnez', 100),
        get: text('vous recevez', 100),
      }),
      3,
      7,
    ),
  }),
  questions: list('questions', group('question', titled), 0, 12),
  end: group('fin', { ...titled, action: text('bouton', 40) }),
});

const about = group('équipe', {
  description,
  title,
  lead,
  story: group('histoire', { title, paragraphs: list('paragraphes', text('paragraphe', 600), 1, 6) }),
  values: group('valeurs', { title, items: strengths('valeurs') }),
  place: group('lieu', titled),
});

const contact = group('contact', {
  answerDays: count('délai de réponse', 1, 20, 'de jours ouvrés'),
  firstMeeting: count('premier échange', 10, 180, 'de minutes'),
  booking: optionalGroup('rendez-vous', {
    link: webAddress('lien'),
    provider: lawful(LAW.recipients, text('fournisseur', 90)),
    country,
    transfer,
  }),
  description,
  title,
  lead,
  next: group('suite', { title, steps: list('étapes', group('étape', titled), 1, 5) }),
});

const references = group('réalisations', {
  references: list(
    'réalisations',
    group('réalisation', {
      client: text('client', 60),
      role: optional(text('mon rôle', 90)),
      date: v.optional(yearOrMonth('date')),
      problem: text('problème', 250),
      decision: optional(text('décision', 250)),
      result: optional(text('résultat en un chiffre', 90)),
      picture: optional(file('image', PICTURES, 'equipe.jpg')),
      alt: optional(text('description de l’image', 160)),
      link: optional(webAddress('lien')),
      quote: optionalGroup('citation', {
        text: text('texte', 300),
        name: text('nom', 60),
        role: optional(text('fonction', 60)),
        date: lawful(LAW.opinions, yearOrMonth('date')),
        /** How the studio checked that the opinion is a client's; absent if it did not. */
        checked: optional(text('contrôle de l’avis', 120)),
        reward: lawful(LAW.opinions, yes('contrepartie')),
        permission: oneOf('autorisation de publier', ['oui']),
      }),
    }),
    0,
    12,
  ),
});

const line = (label: string) => text(label, 300);
const profile = group('profil', {
  name: text('nom', 45),
  metier: text('métier', 60),
  presentation: html('présentation', 2000),
  projects: list(
    'projets',
    group('projet', {
      name: line('nom'),
      description: line('description'),
      UrlInProd: webAddress('adresse'),
      fonctionalites: line('fonctionnalités'),
      urlImage: v.pipe(v.string(), v.title('image'), v.description('le chemin d’une image')),
      altImg: line('description de l’image'),
    }),
    0,
    20,
  ),
  TechStacks: list(
    'techniques',
    group('technique', {
      type: line('type'),
      technoFront: line('front'),
      technoBack: line('back'),
      technoDevops: line('devops'),
      technoServicesTools: line('outils'),
    }),
    0,
    20,
  ),
});

/** The files by their names without `.yaml`. */
export const files = { studio, offers, home, about, contact, references, profile };

export type FileName = keyof typeof files;
export type Studio = { [Name in FileName]: v.InferOutput<(typeof files)[Name]> };

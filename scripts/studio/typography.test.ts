import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bare, typeset } from './typography.ts';

/** Sentences as typed and as set; `_` stands for a no-break space. */
const sentences = [
  // Apostrophes.
  ["L'équipe, c'est une personne", 'L’équipe, c’est une personne'],
  ["Aujourd'hui, jusqu'à demain", 'Aujourd’hui, jusqu’à demain'],
  ["Ce qu'il faut d'1 heure", 'Ce qu’il faut d’1_heure'],
  ['L´idée, l‘usage, lʼété', 'L’idée, l’usage, l’été'],
  ['L\'"idée", «oui» et «non»', 'L’«_idée_», «_oui_» et «_non_»'],
  ["L'“idée”", 'L’«_idée_»'],
  ['L’équipe', 'L’équipe'],
  ["Le rock'n'roll", 'Le rock’n’roll'],
  ["Prix de l'<strong>idée</strong>", 'Prix de l’<strong>idée</strong>'],
  ["L'« idée » d'abord", 'L’«_idée_» d’abord'],
  // Quotes.
  ['Même quand la réponse est "pas encore".', 'Même quand la réponse est «_pas encore_».'],
  ['Même quand la réponse est « pas encore ».', 'Même quand la réponse est «_pas encore_».'],
  ['Même quand la réponse est «pas encore».', 'Même quand la réponse est «_pas encore_».'],
  ['Même quand la réponse est “pas encore”.', 'Même quand la réponse est «_pas encore_».'],
  ['Il dit "oui" et "non"', 'Il dit «_oui_» et «_non_»'],
  ['Il dit “oui” et “non”', 'Il dit «_oui_» et «_non_»'],
  ['« Il dit “oui” et part »', '«_Il dit “oui” et part_»'],
  ['" Bien "', '«_Bien_»'],
  ['Un écran de 27" ou de 32"', 'Un écran de 27" ou de 32"'],
  // Signs with a space before them.
  ['Un projet en tête ?', 'Un projet en tête_?'],
  ['Un projet en tête?', 'Un projet en tête_?'],
  ['Merci !', 'Merci_!'],
  ['Merci!', 'Merci_!'],
  ['Vraiment ?!', 'Vraiment_?!'],
  ['Vraiment?!', 'Vraiment_?!'],
  ['Audit clair : ce qui va', 'Audit clair_: ce qui va'],
  ['Audit clair: ce qui va', 'Audit clair_: ce qui va'],
  ['En régie ; vous payez', 'En régie_; vous payez'],
  ['En régie; vous payez', 'En régie_; vous payez'],
  ['Première version (MVP): testée', 'Première version (MVP)_: testée'],
  ['Il a dit « oui » !', 'Il a dit «_oui_»_!'],
  ['De 9:30 à 18:00', 'De 9:30 à 18:00'],
  ['Un format 16:9', 'Un format 16:9'],
  ['Le sommet\u00a0: sans hâte', 'Le sommet_: sans hâte'],
  ['Le sommet\u202f: sans hâte', 'Le sommet_: sans hâte'],
  ...[...'x1)]’…%€'].flatMap((end) =>
    [...':;!?'].map((sign) => [`a${end}${sign} b${end}${sign}`, `a${end}_${sign} b${end}_${sign}`] as const),
  ),
  // Dots.
  ['Et ensuite...', 'Et ensuite…'],
  ['Et ensuite.... encore', 'Et ensuite… encore'],
  ['Et ensuite... ?', 'Et ensuite…_?'],
  // Numbers and units.
  ['Un acompte de 30 % à la commande', 'Un acompte de 30_% à la commande'],
  ['Un acompte de 30% à la commande', 'Un acompte de 30_% à la commande'],
  ['750 € TTC', '750_€ TTC'],
  ['750€ TTC', '750_€ TTC'],
  ['1 800 €', '1_800_€'],
  ['1\u202f800\u202f€', '1_800_€'],
  ['1 250 000 €', '1_250_000_€'],
  ['Un budget de 15 k€', 'Un budget de 15_k€'],
  ['3 à 5 semaines', '3 à 5_semaines'],
  ['disponible sous 1 semaine', 'disponible sous 1_semaine'],
  ['2 à 4 mois', '2 à 4_mois'],
  ['Dix fois moins, en trente minutes', 'Dix_fois moins, en trente_minutes'],
  ['prise en main en 5 jours', 'prise en main en 5_jours'],
  ['en 1 jour ouvré', 'en 1_jour ouvré'],
  ['pour 5 h, ou 2 heures', 'pour 5_h, ou 2_heures'],
  ['20 minutes, 30 secondes', '20_minutes, 30_secondes'],
  ['depuis 12 ans', 'depuis 12_ans'],
  ['220 ko au plus, 3 Mo', '220_ko au plus, 3_Mo'],
  ['320 px de large', '320_px de large'],
  ['à 40 km de Lyon', 'à 40_km de Lyon'],
  [
    '1 M€ 2 Go 3 o 4 Kio 5 Mio 6 cm 7 m 8 m² 9 kg 10 g 11 min 12 s 13 an 14 année 15 heure 16 euro 17 page',
    '1_M€ 2_Go 3_o 4_Kio 5_Mio 6_cm 7_m 8_m² 9_kg 10_g 11_min 12_s 13_an 14_année 15_heure 16_euro 17_page',
  ],
  ['250 caractères au plus', '250_caractères au plus'],
  ['5 hommes, 2 moissons, 3 anciens', '5 hommes, 2 moissons, 3 anciens'],
  ["Avec 1 s'il le faut, 2 m'attend", 'Avec 1 s’il le faut, 2 m’attend'],
  ['En 2026 100 projets', 'En 2026 100 projets'],
  ['63000 Clermont-Ferrand', '63000 Clermont-Ferrand'],
  ['Au 04 65 71 00 00', 'Au 04 65 71 00 00'],
  ['Artisans, commerces, associations', 'Artisans, commerces, associations'],
  // Addresses and names of files stay unchanged.
  ['Voir https://exemple.fr/?a=1&b=2 !', 'Voir https://exemple.fr/?a=1&b=2_!'],
  ["Voir https://exemple.fr/l'idée?x, mailto:l'x?y", "Voir https://exemple.fr/l'idée?x, mailto:l'x?y"],
  ['Voir www.x.fr/l\'x?y, "www.x.fr" ou «www.x.fr»', "Voir www.x.fr/l'x?y, «_www.x.fr_» ou «_www.x.fr_»"],
  ...[...':;!?'].map((sign) => [`Sur www.x.fr${sign} oui`, `Sur www.x.fr_${sign} oui`] as const),
  ['Sur www.x.fr... oui', 'Sur www.x.fr… oui'],
  ["Écrire à l'adresse l.dupond@exemple.fr: merci", 'Écrire à l’adresse l.dupond@exemple.fr_: merci'],
  ...'jpg jpeg png svg webp avif mp4 pdf yml yaml json htm html'
    .split(' ')
    .map((end) => [`Le fichier d'été.${end} est là`, `Le fichier d'été.${end} est là`] as const),
  ['Le "plan.pdf", «plan.pdf» et d\'ÉTÉ.JPG', "Le «_plan.pdf_», «_plan.pdf_» et d'ÉTÉ.JPG"],
  ['Le fichier plan...final.pdf', 'Le fichier plan...final.pdf'],
  ['De 100%25 à rien', 'De 100%25 à rien'],
  // HTML.
  [
    "<p>L'idée : <a href=\"https://x.fr/?a='b'\" >ici</a> !</p>",
    '<p>L’idée_: <a href="https://x.fr/?a=\'b\'" >ici</a>_!</p>',
  ],
  ['<p>R&amp;D, A &amp; B&nbsp;: oui</p>', '<p>R&amp;D, A &amp; B_: oui</p>'],
  ['<strong>Prix</strong> : 750 €', '<strong>Prix</strong>_: 750_€'],
  // Accents in a sign of their own, names in braces, and ligatures.
  ['e\u0301quipe', 'équipe'],
  ['Le studio est installé {lieu} : {delai}', 'Le studio est installé {lieu}_: {delai}'],
  ["Le cœur de l'œuvre", 'Le cœur de l’œuvre'],
] as const;

describe('French typography', () => {
  it.each(sentences)('%j', (typed, set) => {
    expect(typeset(typed)).toBe(set.replaceAll('_', '\u00a0'));
  });

  it('leaves what it has set as it is', () => {
    const signs = `' ’ " « » “ ” ; : ! ? … ... .. . % € ( ) & &amp; < > <b> </b> {lieu} @ /`.split(' ');
    const words = "a é l' 1 12 345 ko h jours mois https://x.fr a@b.fr x.pdf".split(' ');
    const blanks = [' ', '\u00a0', '\u202f', '  ', '\ue000', 'e\u0301'];
    const pieces = fc.array(fc.constantFrom(...signs, ...words, ...blanks), { maxLength: 14 });
    const property = fc.property(pieces, (some) => {
      const once = typeset(some.join(''));
      expect(typeset(once)).toBe(once);
    });
    fc.assert(property, { numRuns: 20_000, examples: [[[...`"'""'"`]]] });
  });

  it('makes no difference between two texts', () => {
    expect(bare('\u00a0Prêt\u202f? L’idée ')).toBe(bare("Prêt ? L'idée"));
  });
});

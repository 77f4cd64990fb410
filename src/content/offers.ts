import { formatEuros, formatRange } from './prices.ts';
import type { ContactSubject } from './specified-form-texts.ts';
import { startProject } from './specified-texts.ts';

/** Prices in euros, written once (specification, section 9); the cards below read them. */
const prices = {
  essentialSite: 750,
  minimumProduct: 1800,
  audit: 400,
  hour: 50,
  discovery: 250,
  discoveryHours: 5,
  maintenanceMonth: 90,
  dayMin: 350,
  dayMax: 500,
} as const;

/** Every price by its name. Other files do not use the names, so a price may be removed with its offer. */
export const allPrices: Readonly<Record<string, number>> = prices;

/** The price in the opening of the home. */
export const openingPrice = `Sites dès ${formatEuros(prices.essentialSite)} TTC`;

/** A drawing at the head of a card; several cards may share one. */
export type OfferIcon = 'window' | 'phone-app' | 'refresh' | 'compass' | 'shield';

/** A price of a card as search engines read it. */
export interface Rate {
  min: number;
  /** Undefined for a price from which it starts. */
  max?: number;
  /** A UN/CEFACT code: HUR an hour, DAY a day, MON a month. */
  unit?: 'HUR' | 'DAY' | 'MON';
  /** How many units the price is for. */
  units?: number;
  taxIncluded: boolean;
}

/** A card (specification, section 3). */
interface Offer {
  titre: string;
  /** Lines of text separated by `\n`; the first is the price set large. */
  price: string;
  /** The prices of the card as numbers. */
  rates: readonly Rate[];
  actions: readonly string[];
  /** The subject that the contact form presets for visitors of this card. */
  subject: ContactSubject;
}

/** A fixed-price card. */
export interface FixedPriceOffer extends Offer {
  icon: OfferIcon;
  description: readonly string[];
}

/** The time-and-materials card. */
export interface RegieOffer extends Offer {
  content: string;
  pathImg: string;
  /** The picture in dark mode; absent if one serves both modes. */
  pathImgDark?: string;
  alt: string;
}

export const regieOffer: RegieOffer = {
  titre: 'Prestation en régie',
  content:
    'Un développeur expérimenté rejoint votre équipe, sur site ou à distance, pour la durée dont vous avez besoin.',
  pathImg: '/images/regie.svg',
  pathImgDark: '/images/regie-dark.svg',
  alt: 'Une cordée monte une crête devant le soleil ; une quatrième personne la rejoint et s’encorde',
  price: `${formatRange(prices.dayMin, prices.dayMax)} HT\npar jour, tarif indicatif selon la durée et le lieu`,
  rates: [{ min: prices.dayMin, max: prices.dayMax, unit: 'DAY', taxIncluded: false }],
  actions: [startProject],
  subject: 'Proposition de mission freelance',
};

export const fixedPriceOffers: readonly FixedPriceOffer[] = [
  {
    icon: 'window',
    titre: 'Site vitrine',
    description: [
      'Maquette à votre image, pensée pour le mobile',
      'Textes et référencement naturel soignés',
      'Mise en ligne et prise en main incluses',
    ],
    price: `À partir de ${formatEuros(prices.essentialSite)} TTC\nformule Essentiel`,
    rates: [{ min: prices.essentialSite, taxIncluded: true }],
    actions: [startProject],
    subject: 'Projet web à discuter',
  },
  {
    icon: 'phone-app',
    titre: 'Application web ou mobile',
    description: [
      'Première version utile (MVP), testée avec vos utilisateurs',
      'Pour le web, iOS ou Android, selon votre besoin',
      'Démonstration à chaque étape',
    ],
    price: `MVP à partir de ${formatEuros(prices.minimumProduct)} TTC\nprojet complet sur devis`,
    rates: [{ min: prices.minimumProduct, taxIncluded: true }],
    actions: [startProject],
    subject: 'Projet web et mobile à discuter',
  },
  {
    icon: 'refresh',
    titre: 'Refonte technique',
    description: [
      'Audit clair : ce qui va, ce qui freine, ce qui presse',
      'Travaux ciblés, sans tout reconstruire',
      'Site plus rapide, plus sûr, plus accessible',
    ],
    price: `À partir de ${formatEuros(prices.audit)} TTC\naudit et travaux ciblés`,
    rates: [{ min: prices.audit, taxIncluded: true }],
    actions: [startProject],
    subject: 'Projet web à discuter',
  },
  {
    icon: 'compass',
    titre: 'Conseil',
    description: [
      'Choix techniques expliqués simplement',
      'Cahier des charges et analyse de devis',
      'Accompagnement de votre équipe',
    ],
    price: `${formatEuros(prices.hour)}/h TTC\nforfait découverte : ${formatEuros(prices.discovery)} TTC pour ${prices.discoveryHours}\u202fh`,
    rates: [
      { min: prices.hour, max: prices.hour, unit: 'HUR', taxIncluded: true },
      {
        min: prices.discovery,
        max: prices.discovery,
        unit: 'HUR',
        units: prices.discoveryHours,
        taxIncluded: true,
      },
    ],
    actions: [startProject],
    subject: 'Autre question ou remarque',
  },
  {
    icon: 'shield',
    titre: 'Maintenance',
    description: [
      'Mises à jour et sauvegardes régulières',
      'Surveillance et corrections',
      'Petites évolutions au fil des mois',
    ],
    price: `À partir de ${formatEuros(prices.maintenanceMonth)} TTC par mois\nselon la taille du projet`,
    rates: [{ min: prices.maintenanceMonth, unit: 'MON', taxIncluded: true }],
    actions: [startProject],
    subject: 'Projet web à discuter',
  },
];

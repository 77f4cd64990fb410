import type { Studio } from './schema.ts';

const NO_BREAK_SPACE = '\u00a0';
const DEAREST_DECIMALS = /\B(?=(\d{3})+$)/g;

type Offer = Studio['offers']['offers'][number];
type Regie = NonNullable<Studio['offers']['regie']>;
type Priced = Pick<Offer, 'price' | 'from' | 'maximum' | 'unit' | 'part' | 'note'> &
  Partial<Pick<Offer, 'package'>>;

/** A price of a card, as search engines read it. */
export interface Rate {
  min: number;
  /** Undefined for a price « à partir de ». */
  max?: number;
  /** A UN/CEFACT code: HUR is an hour, DAY a day, MON a month. */
  unit?: 'HUR' | 'DAY' | 'MON';
  /** Number of units that the price covers. */
  units?: number;
  taxIncluded: boolean;
}

const codes = { heure: 'HUR', jour: 'DAY', mois: 'MON' } as const;
const short = { heure: 'h', jour: 'jour', mois: 'mois' } as const;

/** Writes an amount without the euro sign: `1 800`. */
export function formatAmount(amount: number): string {
  return String(amount).replace(DEAREST_DECIMALS, NO_BREAK_SPACE);
}

export function formatEuros(amount: number): string {
  return `${formatAmount(amount)}${NO_BREAK_SPACE}€`;
}

/**
 * Chooses the words about tax. A studio without VAT has one price for everybody; one that sells to firms alone shows prices
 * without tax. Without prices there is nothing to say.
 */
export function taxOf(
  { publisher, consumers }: Pick<Studio['studio'], 'publisher' | 'consumers'>,
  { offers, regie }: Studio['offers'],
  exemption: string,
) {
  const isExempt = publisher.vat === 'non';
  const hasPrices = [...offers, regie].some((offer) => offer?.price !== undefined);
  const [price, day] = [isExempt || consumers ? 'TTC' : 'HT', isExempt ? 'TTC' : 'HT'];
  const note = isExempt
    ? `${hasPrices ? 'Prix TTC. ' : ''}${exemption}.`
    : !hasPrices
      ? ''
      : !consumers
        ? 'Prix hors taxes ; la TVA s’y ajoute.'
        : `Prix TTC, TVA comprise${regie?.price === undefined ? '' : ' ; le tarif journalier s’entend hors taxes'}.`;
  return { price, day, note };
}

/** Writes the price of a card; its first line is set large, and the others say what it covers (CARD-5, CARD-7). */
export function priceLines(
  { price, from, maximum, unit, part, note, package: lot }: Priced,
  tax: string,
): string[] {
  const more = [
    note,
    lot &&
      `${lot.name}${NO_BREAK_SPACE}: ${formatEuros(lot.price)} ${tax} pour ${lot.hours}${NO_BREAK_SPACE}h`,
  ];
  if (price === undefined) return ['Sur devis', ...more].filter((line) => line !== undefined);
  const what = part && `${part} `;
  if (maximum !== undefined) {
    const covered = [unit && `par ${unit}`, note].filter(Boolean).join(', ');
    return [`${what ?? ''}${formatAmount(price)} à ${formatEuros(maximum)} ${tax}`, covered, more[1]].filter(
      (line) => line !== undefined && line !== '',
    ) as string[];
  }
  const first = from
    ? `${what ? `${what}à` : 'À'} partir de ${formatEuros(price)} ${tax}${unit ? ` par ${unit}` : ''}`
    : `${what ?? ''}${formatEuros(price)}${unit ? `/${short[unit]}` : ''} ${tax}`;
  return [first, ...more].filter((line) => line !== undefined);
}

/** Returns the part of a price that is set largest: `750 €`, `350 à 500 €`, `50 €/h`. */
export function figureOf({ price, from, maximum, unit }: Priced): string {
  if (price === undefined) return 'Sur devis';
  if (maximum !== undefined) return `${formatAmount(price)} à ${formatEuros(maximum)}`;
  return `${formatEuros(price)}${unit && !from ? `/${short[unit]}` : ''}`;
}

/** Writes a price to stand beside an offer's short name: `dès 400 €`, `50 €/h`, `sur devis`. */
export function shortPrice({ price, from, maximum, unit }: Priced): string {
  if (price === undefined) return 'sur devis';
  const amount =
    maximum === undefined ? formatEuros(price) : `${formatAmount(price)} à ${formatEuros(maximum)}`;
  return `${from ? 'dès ' : ''}${amount}${unit ? `/${short[unit]}` : ''}`;
}

/** Lists the prices of a card for search engines; none for a card without a price. */
export function ratesOf({ price, from, maximum, unit, package: lot }: Priced, taxIncluded: boolean): Rate[] {
  if (price === undefined) return [];
  const rate: Rate = {
    min: price,
    ...(!from && { max: maximum ?? price }),
    ...(unit && { unit: codes[unit] }),
    taxIncluded,
  };
  if (!lot) return [rate];
  return [rate, { min: lot.price, max: lot.price, unit: 'HUR', units: lot.hours, taxIncluded }];
}

export type { Offer, Regie };

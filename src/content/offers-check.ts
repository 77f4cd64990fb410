import type { ContentProblem } from './content-problem.ts';
import { allPrices, type FixedPriceOffer, fixedPriceOffers, type RegieOffer, regieOffer } from './offers.ts';

const FILE = 'src/content/offers.ts';

/** Lists what is wrong with the prices and the cards (CARD-1, CARD-2); any number of cards is right, from one up. */
export function offersProblems(
  amounts: Readonly<Record<string, number>> = allPrices,
  cards: readonly FixedPriceOffer[] = fixedPriceOffers,
  regie: RegieOffer = regieOffer,
): ContentProblem[] {
  return [
    ...amountProblems(amounts),
    ...cards.flatMap((card, index) => cardProblems(`fixedPriceOffers[${index}]`, card, card.description)),
    ...cardProblems('regieOffer', regie, [regie.content, regie.alt]),
    ...(cards.length > 0 ? [] : [problem('fixedPriceOffers', 'il faut au moins une prestation au forfait.')]),
  ];
}

function amountProblems(amounts: Readonly<Record<string, number>>): ContentProblem[] {
  const { dayMin = 0, dayMax = 0 } = amounts;
  const wrong = Object.entries(amounts)
    .filter(([, amount]) => !Number.isSafeInteger(amount) || amount < 1)
    .map(([name, amount]) =>
      problem(
        `prices.${name}`,
        `vaut ${amount} ; il faut un nombre entier, sans espace ni centimes, comme 1800.`,
      ),
    );
  if (dayMin <= dayMax) return wrong;
  return [...wrong, problem('prices.dayMin', `vaut ${dayMin}, plus que dayMax (${dayMax}) ; échangez-les.`)];
}

function cardProblems(
  field: string,
  { titre, price, actions }: Pick<FixedPriceOffer, 'titre' | 'price' | 'actions'>,
  lines: readonly string[],
): ContentProblem[] {
  const empty =
    [titre, price, actions[0] ?? '', ...lines].some((text) => text.trim() === '') || lines.length === 0;
  return empty
    ? [problem(field, 'un texte est vide ; il faut un titre, des lignes, un prix et un libellé de bouton.')]
    : [];
}

function problem(field: string, fix: string): ContentProblem {
  return { file: FILE, field, fix };
}

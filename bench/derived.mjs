import { spread } from './measure/statistics.mjs';

const PAGES = ['home', 'contact', 'about', 'legalMention', 'privacy'];
const SCORES = ['performance', 'accessibility', 'bestPractices', 'seo'];

/** The lowest score of any page, category and round. */
export function lowestScore(suffix) {
  return (subjects) => {
    const worst = PAGES.flatMap((page) => SCORES.map((score) => subjects[page + suffix]?.[score]?.min));
    return spread([Math.min(...worst)]);
  };
}

/** One median divided by another's. */
export function quotient([subject, figure], [otherSubject, otherFigure]) {
  return (subjects) => {
    const [value, other] = [subjects[subject]?.[figure], subjects[otherSubject]?.[otherFigure]];
    return value && other ? spread([value.median / other.median]) : undefined;
  };
}

/** How many times as many requests a second. */
export const perSecondOver = (subject, other) => quotient([subject, 'perSecond'], [other, 'perSecond']);

/** The home page's performance score less that of the floor page, both without a largest paint before the first. */
export function scoreBesideFloor(subjects) {
  const [ours, floor] = ['home, slowed', 'floor, slowed'].map((name) => subjects[name]?.performanceAsSeen);
  return ours && floor ? spread([ours.median - floor.median]) : undefined;
}

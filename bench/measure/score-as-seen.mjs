const [FIRST, LARGEST] = ['first-contentful-paint', 'largest-contentful-paint'];

/**
 * The performance score with a largest paint no earlier than the first. The poster of a hidden video with a filter counts in
 * Chromium as the largest paint while nothing is on the screen: the floor page had a point for it that no page can earn
 * under the rule.
 * @param {any} lhr of Lighthouse
 * @param {(curve: { p10: number, median: number }, value: number) => number} rate Lighthouse's own, 0 to 1
 * @returns {number} of 100
 */
export function scoreAsSeen({ audits, categories }, rate) {
  /** @type {{ score: number, auditRefs: { id: string, weight: number }[] }} */
  const { score, auditRefs } = categories.performance;
  const [first, largest] = [audits[FIRST].numericValue, audits[LARGEST].numericValue];
  if (largest >= first) return score * 100;
  const weight = auditRefs.find(({ id }) => id === LARGEST)?.weight ?? 0;
  const all = auditRefs.reduce((sum, ref) => sum + ref.weight, 0);
  const rated = auditRefs.reduce((sum, ref) => sum + ref.weight * (audits[ref.id].score ?? 0), 0);
  const seen = rated + weight * (rate(audits[LARGEST].scoringOptions, first) - audits[LARGEST].score);
  return Math.round((seen / all) * 100);
}

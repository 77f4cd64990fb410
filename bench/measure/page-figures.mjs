import { Audit } from 'lighthouse/core/audits/audit.js';
import { scoreAsSeen } from './score-as-seen.mjs';

/** What the rule waits for after the answer, in ms. */
const DELAY_MS = 1000;

const scores = {
  performance: 'performance',
  accessibility: 'accessibility',
  bestPractices: 'best-practices',
  seo: 'seo',
};

const audits = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  speedIndex: 'speed-index',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
  mainThread: 'mainthread-work-breakdown',
};

const byteKinds = {
  script: 'Script',
  stylesheet: 'Stylesheet',
  font: 'Font',
  image: 'Image',
  media: 'Media',
  document: 'Document',
};

function itemsOf(lhr, audit) {
  return lhr.audits[audit]?.details?.items ?? [];
}

/**
 * One number per figure: scores of 100, times in ms, sizes in bytes on the wire.
 * @param {object} lhr of Lighthouse @returns {Record<string, number>}
 */
export function pageFigures(lhr) {
  const figures = {};
  for (const [name, category] of Object.entries(scores)) figures[name] = lhr.categories[category].score * 100;
  figures.performanceAsSeen = scoreAsSeen(lhr, Audit.computeLogNormalScore);
  for (const [name, audit] of Object.entries(audits)) figures[name] = lhr.audits[audit]?.numericValue;
  const requests = itemsOf(lhr, 'network-requests').filter(({ url }) => url.startsWith('http'));
  for (const [name, type] of Object.entries(byteKinds)) {
    const ofKind = requests.filter(({ resourceType }) => resourceType === type);
    figures[`${name}Bytes`] = ofKind.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  }
  return { ...figures, requests: requests.length, ...gateFigures(lhr, requests), ...mainThreadFigures(lhr) };
}

/**
 * When the query left, when it was answered, and what the page lost after the answer on top of the second: below zero
 * something was displayed earlier than the rule allows.
 */
function gateFigures(lhr, requests) {
  const seen = itemsOf(lhr, 'metrics')[0]?.observedFirstContentfulPaint;
  const [query] = requests.filter(({ url }) => new URL(url).pathname === '/graphql');
  const [document] = requests.filter(({ resourceType }) => resourceType === 'Document');
  if (!query || !seen) return {};
  const marks = itemsOf(lhr, 'user-timings').filter(({ timingType }) => timingType === 'Mark');
  const revealed = marks.find(({ name }) => name === 'gate:reveal')?.startTime;
  return {
    documentEnd: document?.networkEndTime,
    queryStart: query.networkRequestTime,
    queryEnd: query.networkEndTime,
    ...(revealed ? { revealMark: revealed } : {}),
    revealSeen: seen,
    overhead: seen - query.networkEndTime - DELAY_MS,
  };
}

/** Where the main thread's time went, by Lighthouse's groups. */
function mainThreadFigures(lhr) {
  const groups = itemsOf(lhr, 'mainthread-work-breakdown').map(({ group, duration }) => [
    `main:${group}`,
    duration,
  ]);
  return Object.fromEntries(groups);
}

/** What keeps a score below its full mark: `category: audit`. @returns {string[]} */
export function lostPoints(lhr) {
  return Object.values(scores).flatMap((category) =>
    lhr.categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && isLost(lhr.audits[id].score, category))
      .map(({ id }) => `${category}: ${id}`),
  );
}

function isLost(score, category) {
  return score !== null && score < (category === 'performance' ? 0.9 : 1);
}

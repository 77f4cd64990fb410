import { lowestScore, perSecondOver, quotient, scoreBesideFloor } from './derived.mjs';

/**
 * Every figure that has a goal: where it is found in the results, and what it must reach. A goal reads the median, or with
 * `each` the worst round. `derive` computes a figure from the subjects of its scenario.
 * @typedef {import('./measure/statistics.mjs').Spread} Spread
 * @typedef {object} Goal
 * @property {string} scenario
 * @property {string} text
 * @property {string} [subject] @property {string} [figure]
 * @property {(subjects: Record<string, Record<string, Spread>>) => Spread | undefined} [derive]
 * @property {number} [atMost] @property {number} [atLeast]
 * @property {'worst'} [each]
 * @property {string} [unit]
 */

/** Milliseconds of the floor page when the goals were set: the limits below are ratios to it, of one and the same run. */
const reference = { floorLcp: 932, floorReactLcp: 1394, templateLcp: 1582 };

/** @type {readonly Goal[]} */
export const goals = [
  {
    scenario: 'pages',
    text: 'Lowest Lighthouse score, 5 pages × 4 categories, mobile',
    derive: lowestScore(''),
    atLeast: 100,
  },
  {
    scenario: 'pages',
    text: 'Lowest Lighthouse score, 5 pages × 4 categories, desktop',
    derive: lowestScore(', desktop'),
    atLeast: 100,
  },
  {
    scenario: 'pages',
    text: 'Performance score less the floor’s, slowed',
    derive: scoreBesideFloor,
    atLeast: -1,
  },
  {
    scenario: 'pages',
    text: 'Query sent, slowed, × floor',
    subject: 'home, slowed',
    figure: 'queryStartToFloor',
    atMost: 1.03,
  },
  {
    scenario: 'pages',
    text: 'Page displayed, slowed, × floor',
    subject: 'home, slowed',
    figure: 'revealSeenToFloor',
    atMost: 1.03,
  },
  {
    scenario: 'pages',
    text: 'Lost after the answer, slowed, beyond the floor',
    subject: 'home, slowed',
    figure: 'overheadToFloor',
    atMost: 20,
    unit: 'ms',
  },
  {
    scenario: 'pages',
    text: 'Lost after the answer, slowed: never before the rule',
    subject: 'home, slowed',
    figure: 'overhead',
    atLeast: 0,
    each: 'worst',
    unit: 'ms',
  },
  {
    scenario: 'pages',
    text: 'Largest paint, mobile, × floor (a React floor)',
    subject: 'home',
    figure: 'lcpToFloor',
    atMost: reference.floorReactLcp / reference.floorLcp,
  },
  {
    scenario: 'pages',
    text: 'Largest paint, mobile, × floor (the Astro template)',
    subject: 'home',
    figure: 'lcpToFloor',
    atMost: reference.templateLcp / reference.floorLcp,
  },
  {
    scenario: 'pages',
    text: 'Speed Index, mobile, × floor',
    subject: 'home',
    figure: 'speedIndexToFloor',
    atMost: 1.1,
  },
  { scenario: 'pages', text: 'Blocking time, mobile', subject: 'home', figure: 'tbt', atMost: 0, unit: 'ms' },
  {
    scenario: 'pages',
    text: 'Layout shift, mobile',
    subject: 'home',
    figure: 'cls',
    atMost: 0,
    each: 'worst',
  },
  {
    scenario: 'pages',
    text: 'Main thread, mobile, × React floor',
    derive: quotient(['home', 'mainThread'], ['floor-react', 'mainThread']),
    atMost: 1.2,
  },
  {
    scenario: 'pages',
    text: 'Largest paint, mobile, × the ordinary way',
    derive: quotient(['home', 'lcp'], ['spa', 'lcp']),
    atMost: 0.45,
  },
  {
    scenario: 'documents',
    text: 'GET of the home, × nginx',
    subject: 'vitrine',
    figure: 'ratio',
    atLeast: 0.8,
  },
  {
    scenario: 'documents',
    text: 'GET of the home, × nginx that keeps files open',
    derive: perSecondOver('vitrine', 'nginx, file cache'),
    atLeast: 0.8,
  },
  {
    scenario: 'queries',
    text: 'Profile query, × bare node:http',
    subject: 'vitrine',
    figure: 'ratio',
    atLeast: 0.75,
  },
  {
    scenario: 'queries',
    text: 'Profile query, × Mercurius with jit',
    derive: perSecondOver('vitrine', 'mercurius-jit'),
    atLeast: 1,
  },
  {
    scenario: 'queries',
    text: 'Profile query, × Apollo Server 5',
    derive: perSecondOver('vitrine', 'apollo'),
    atLeast: 1,
  },
  {
    scenario: 'queries',
    text: 'Profile query, × graphql-yoga 5',
    derive: perSecondOver('vitrine', 'yoga'),
    atLeast: 1,
  },
  {
    scenario: 'queries',
    text: '50 documents in turn, × bare node:http',
    subject: 'vitrine, 50 documents',
    figure: 'ratio',
    atLeast: 0.75,
  },
  {
    scenario: 'queries',
    text: '50 documents in turn, × Mercurius with jit',
    derive: perSecondOver('vitrine, 50 documents', 'mercurius-jit, 50 documents'),
    atLeast: 1,
  },
  {
    scenario: 'mutations',
    text: 'Contact mutation, × our profile query',
    derive: perSecondOver('vitrine', 'vitrine-query'),
    atLeast: 0.65,
  },
  {
    scenario: 'mutations',
    text: 'Contact mutation, × one commit per request',
    subject: 'vitrine',
    figure: 'ratio',
    atLeast: 6,
  },
  {
    scenario: 'mutations',
    text: 'Contact mutation, p99 × one commit per request',
    derive: quotient(['vitrine', 'p99'], ['one-commit-each', 'p99']),
    atMost: 0.25,
  },
  {
    scenario: 'mutations',
    text: 'Contact mutation, × Apollo 5 on the same tables',
    derive: perSecondOver('vitrine', 'apollo'),
    atLeast: 6,
  },
  {
    scenario: 'disk',
    text: 'One durable commit, × fdatasync',
    subject: 'one row, synced',
    figure: 'ratio',
    atLeast: 0.85,
  },
  {
    scenario: 'start',
    text: 'npm start to the first page',
    subject: 'npm start',
    figure: 'readyMs',
    atMost: 1000,
    unit: 'ms',
  },
  {
    scenario: 'start',
    text: 'Memory after the start',
    subject: 'server alone',
    figure: 'rssMib',
    atMost: 120,
    unit: 'MiB',
  },
  {
    scenario: 'memory',
    text: 'Memory at the end of the mixed load',
    subject: 'vitrine',
    figure: 'endMib',
    atMost: 160,
    unit: 'MiB',
  },
  {
    scenario: 'memory',
    text: 'Growth over its second half',
    subject: 'vitrine',
    figure: 'mibPerMinute',
    atMost: 0.5,
    unit: 'MiB/min',
  },
  ...[
    'accept one',
    'list, first page',
    'list, page in the middle',
    'find by address',
    'retention, nothing due',
  ].map((subject) => ({
    scenario: 'million',
    text: `A large store, × a small one: ${subject}`,
    subject,
    figure: 'ratio',
    atMost: 3,
  })),
];

// Measures the pages with Lighthouse: on a slow phone and a desktop that it simulates, and with network and processor really
// slowed down.
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { systemBrowser } from '../scripts/setup/browsers.mjs';
import { routes } from '../src/routes.ts';
import { DISPLAY_DELAY_MS } from '../src/startup/vitrine.ts';
import { inTurn, ratio, spread } from './figures.mjs';
import { makeFolder, startPeer, startSite } from './servers.mjs';
import { profileBody, scratchFile } from './traffic.mjs';

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Lighthouse is run again, because on a loaded machine it may miss the beginning of its own trace. */
const ATTEMPTS = 3;

/** Measures the five pages and the floor. @param {{ pageRounds: number }} options */
export async function pages({ pageRounds: rounds }) {
  await using site = await startSite(makeFolder('data'));
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${site.url}graphql`, { method: 'POST', headers, body: profileBody });
  await using floor = await startPeer('floor', scratchFile(await answer.text()));
  const all = Object.entries(routes).map(([name, { path }]) => ({ name, url: new URL(path, site.url).href }));
  const mobile = await inTurn(all, rounds, ({ url }) => visit(url, 'mobile', 'simulate'));
  const desktop = await inTurn(all, rounds, ({ url }) => visit(url, 'desktop', 'simulate'));
  const home = { ...all.find(({ name }) => name === 'home'), name: 'home' };
  const slowed = await inTurn([home, floor], rounds, ({ url }) => visit(url, 'mobile', 'devtools'));
  const of = (name, figure) => slowed[name].map((taken) => taken[figure]);
  return [
    {
      what: 'lowest performance score, mobile',
      value: lowest(mobile, ['performance']),
      atLeast: 100,
    },
    { what: 'lowest other score, mobile', value: lowest(mobile, CATEGORIES.slice(1)), atLeast: 100 },
    { what: 'lowest score, desktop', value: lowest(desktop, CATEGORIES), atLeast: 100 },
    {
      what: 'layout shift',
      value: spread(
        Object.values(mobile)
          .flat()
          .map(({ shift }) => shift),
      ),
      atMost: 0,
    },
    {
      what: 'script of the home page, wire',
      value: spread(mobile.home.map(({ script }) => script / 1024)),
      unit: 'KiB',
      atMost: 85,
    },
    { what: 'requests of the home', value: spread(mobile.home.map(({ requests }) => requests)), atMost: 12 },
    {
      what: 'first paint of the home',
      value: spread(mobile.home.map(({ first }) => first)),
      unit: 'ms',
      atMost: 766,
    },
    {
      what: 'largest paint of the home',
      value: spread(mobile.home.map(({ largest }) => largest)),
      unit: 'ms',
      atMost: 1600,
    },
    {
      what: 'slowed: query sent, × floor',
      value: ratio(of('home', 'queryStart'), of('floor', 'queryStart')),
      atMost: 1.03,
    },
    {
      what: 'slowed: displayed, × floor',
      value: ratio(of('home', 'seen'), of('floor', 'seen')),
      atMost: 1.03,
    },
    {
      what: 'slowed: first paint after the answer, beyond the floor',
      value: difference(of('home', 'overhead'), of('floor', 'overhead')),
      unit: 'ms',
      atMost: 55,
    },
    {
      what: 'slowed: whole first view after the answer, beyond the floor',
      // Chromium counts the floor's poster as painted while the page is hidden, so its first paint is compared instead.
      value: difference(of('home', 'wholeOverhead'), of('floor', 'overhead')),
      unit: 'ms',
      atMost: 60,
    },
    {
      what: 'slowed: displayed before the rule allows',
      value: spread([of('home', 'overhead').filter((ms) => ms < 0).length]),
      atMost: 0,
    },
  ];
}

/** Visits a page in a new browser with an empty profile. @throws Error when Lighthouse fails three times */
async function visit(url, form, throttlingMethod) {
  for (let attempt = 1; ; attempt++) {
    const chrome = await launch({
      chromePath: systemBrowser(),
      chromeFlags: FLAGS,
      logLevel: 'silent',
    });
    const settings = { port: chrome.port, logLevel: 'silent', onlyCategories: CATEGORIES, throttlingMethod };
    const config = form === 'desktop' ? desktopConfig : undefined;
    const { lhr } = await lighthouse(url, settings, config).finally(() => chrome.kill());
    if (!lhr.runtimeError) return figuresOf(lhr);
    if (attempt === ATTEMPTS) throw new Error(`${url}: ${lhr.runtimeError.code}`);
  }
}

/** Returns scores out of 100, times in milliseconds, and sizes in bytes on the wire. */
function figuresOf({ categories, audits }) {
  const requests = audits['network-requests'].details.items;
  const query = requests.find(({ url }) => new URL(url).pathname === '/graphql');
  const { observedFirstContentfulPaint: seen, observedLargestContentfulPaint: whole } =
    audits.metrics.details.items[0];
  const allowed = query.networkEndTime + DISPLAY_DELAY_MS;
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script');
  return {
    ...Object.fromEntries(CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)])),
    shift: audits['cumulative-layout-shift'].numericValue,
    script: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0),
    requests: requests.length,
    first: audits['first-contentful-paint'].numericValue,
    largest: audits['largest-contentful-paint'].numericValue,
    queryStart: query.networkRequestTime,
    seen,
    overhead: seen - allowed,
    wholeOverhead: whole - allowed,
  };
}

/** Returns the lowest median of all pages and categories. */
function lowest(taken, categories) {
  const medians = Object.values(taken).flatMap((rounds) =>
    categories.map((category) => spread(rounds.map((figures) => figures[category])).median),
  );
  return spread([Math.min(...medians)]);
}

function difference(values, others) {
  return spread(values.map((value, round) => value - others[round]));
}

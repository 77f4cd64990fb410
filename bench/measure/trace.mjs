import { chromium } from '@playwright/test';
import { systemBrowser } from '../../scripts/setup/browser.mjs';

const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-v8.compile',
  'v8',
  'blink.user_timing',
];
/** Lighthouse's telephone. */
const TELEPHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
/** The blank second, and until the video runs and the main thread is at rest. Asking the page would be work of its own. */
const AFTER_ANSWER_MS = 3_500;
/** V8 reads functions anew to know their lines, and only for an inspector that listens: no visitor pays for it. */
const FOR_THE_INSPECTOR = 'V8.CollectSourcePositions';

/** The first that fits; work of another name is `other`: tasks of the browser, messages, requests. */
const kinds = {
  'for the inspector': /^V8\.CollectSourcePositions$/,
  HTML: /^Parse(HTML|AuthorStyleSheet)/,
  style: /^UpdateLayoutTree/,
  layout: /^Layout$/,
  paint: /^(PrePaint|Paint|Layerize|Commit|UpdateLayer)/,
  script:
    /^(v8\.|V8\.|Evaluate|FunctionCall|EventDispatch|RunMicrotasks|Timer|FireAnimation|FireIdle|M\w+GC)/,
};

/** What a phase ends with: a mark that every page under the rule makes. The last has no end. */
const phases = {
  'until the answer': 'gate:answer',
  'blank second': 'gate:reveal',
  'from the reveal': undefined,
};

/**
 * A first visit without any slowing, in a browser of its own.
 * @param {string} url of a page under the rule
 * @returns {Promise<object[]>} the events of Chromium's trace
 */
export async function traceVisit(url) {
  const path = systemBrowser();
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...(path ? { executablePath: path } : {}),
  });
  try {
    const page = await browser.newPage(TELEPHONE);
    const session = await browser.newBrowserCDPSession();
    const events = [];
    session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
    const traceConfig = { includedCategories: CATEGORIES };
    await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
    const answered = page.waitForResponse((response) => response.url().endsWith('/graphql'));
    await Promise.all([page.goto(url), answered]);
    await page.waitForTimeout(AFTER_ANSWER_MS);
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    return events;
  } finally {
    await browser.close();
  }
}

/**
 * What the page's main thread did, by phase and kind.
 * @param {readonly object[]} events of a trace
 * @returns {Record<string, Record<string, number>>} milliseconds of the processor: other work on the machine hardly counts
 * @throws Error when the page never asked or never came to be displayed
 */
export function workByPhase(events) {
  const marks = Object.fromEntries(events.filter(isGateMark).map((event) => [event.name, event]));
  const { 'gate:query': asked, 'gate:reveal': revealed } = marks;
  if (!asked || !revealed) throw new Error('the trace holds no page under the rule');
  const onMainThread = (event) => event.pid === asked.pid && event.tid === asked.tid;
  const began = events.filter(
    (event) => event.name === 'fetchStart' && onMainThread(event) && event.ts <= asked.ts,
  );
  const from = Math.max(0, ...began.map(({ ts }) => ts));
  const tasks = events.filter(
    (event) => event.ph === 'X' && event.tdur !== undefined && onMainThread(event) && event.ts >= from,
  );
  const work = Object.fromEntries(Object.keys(phases).map((phase) => [phase, noWork()]));
  for (const { event, own } of ownTimes(tasks)) {
    const found = work[phaseOf(event, marks)];
    found[kindOf(event.name)] += own / 1000;
    found.all += own / 1000;
  }
  return work;
}

function isGateMark({ cat, name }) {
  return cat === 'blink.user_timing' && name.startsWith('gate:');
}

function noWork() {
  return Object.fromEntries([...Object.keys(kinds), 'other', 'all'].map((kind) => [kind, 0]));
}

function phaseOf({ ts }, marks) {
  const [phase] = Object.entries(phases).find(([, mark]) => mark === undefined || ts < marks[mark].ts);
  return phase;
}

function kindOf(name) {
  return Object.keys(kinds).find((kind) => kinds[kind].test(name)) ?? 'other';
}

/** The time of each event less that of the events inside it; what is done for the inspector is taken whole. */
function ownTimes(tasks) {
  const open = [];
  const times = [];
  for (const event of tasks.toSorted((a, b) => a.ts - b.ts || b.dur - a.dur)) {
    while (open.length > 0 && open.at(-1).end <= event.ts) open.pop();
    const parent = open.at(-1);
    if (parent?.time.event.name === FOR_THE_INSPECTOR) continue;
    if (parent) parent.time.own -= event.tdur;
    const time = { event, own: event.tdur };
    times.push(time);
    open.push({ end: event.ts + event.dur, time });
  }
  return times;
}

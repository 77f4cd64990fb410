import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, atLeast, atMost, type Finding, none, percentile, timed } from './attack.ts';
import { startSiteProcess } from './site-process.ts';
import { missingFrom, storedMessages } from './tally.ts';
import { createVisitors, type Visitors } from './visitors.ts';

const forms = {
  short: { pages: 200, messages: 50, seconds: 3, crowd: 300 },
  long: { pages: 2_000, messages: 500, seconds: 60, crowd: 4_000 },
};

/** Begins so many requests a second whether earlier ones were answered or not, as visitors do. */
async function atRate(perSecond: number, seconds: number, ask: (index: number) => Promise<unknown>) {
  const began = performance.now();
  const pending: Promise<unknown>[] = [];
  const all = perSecond * seconds;
  while (pending.length < all) {
    const due = Math.min(all, Math.floor(((performance.now() - began) * perSecond) / 1_000));
    while (pending.length < due) pending.push(ask(pending.length));
    await delay(2);
  }
  await Promise.all(pending);
  return all / ((performance.now() - began) / 1_000);
}

/** Everybody at once, each on a connection of their own. */
async function crowd(visitors: Visitors, size: number) {
  const answers = await Promise.all(Array.from({ length: size }, () => visitors.page()));
  return {
    wrong: answers.filter(({ status }) => ![200, 503].includes(status)).length,
    withoutRetry: answers.filter(({ status, retryAfter }) => status === 503 && !retryAfter).length,
  };
}

async function run(dataDir: string, form: keyof typeof forms): Promise<Finding[]> {
  const plan = forms[form];
  const site = await startSiteProcess({ location: { dataDir } });
  const visitors = createVisitors(site.url);
  const pages: number[] = [];
  const wrong: number[] = [];
  let shed = 0;
  await atRate(50, 1, () => visitors.page());
  const [pageRate, messageRate] = await Promise.all([
    atRate(plan.pages, plan.seconds, async () => {
      const { status, ms } = await visitors.page();
      if (status === 503) shed += 1;
      else if (status !== 200) wrong.push(status);
      pages.push(ms);
    }),
    atRate(plan.messages, plan.seconds, (index) => visitors.send(`essai-h-${index}`)),
  ]);
  const burst = await crowd(visitors, plan.crowd);
  const calm = await visitors.page();
  const { alive } = site;
  const { acknowledged, times } = visitors.ledger;
  const { code } = await site.end();
  const stored = await storedMessages({ dataDir });
  return [
    timed(atLeast(`pages a second, of ${plan.pages}`, pageRate, plan.pages * 0.98, '/s')),
    timed(atLeast(`messages a second, of ${plan.messages}`, messageRate, plan.messages * 0.98, '/s')),
    timed(atMost('pages, p99', percentile(pages, 0.99), 200, 'ms')),
    timed(atMost('messages, p99', percentile(times, 0.99), 200, 'ms')),
    // Beside other work the loop is late, and the site sheds load as it should.
    timed(none('pages refused for lack of time', shed)),
    timed(none('messages not taken', plan.messages * plan.seconds - acknowledged.length)),
    none('pages answered otherwise', wrong),
    none('lost', missingFrom(stored, acknowledged)),
    none(`answers to ${plan.crowd} at once that are neither 200 nor 503`, burst.wrong),
    none('503 without Retry-After', burst.withoutRetry),
    none('crashes', alive && calm.status === 200 && code === 0 ? 0 : 1),
  ];
}

export const load: Attack = {
  goal: 'R12',
  title: 'pages and messages at a fixed rate for a while, then everybody at once',
  run: async (form, place) => run((await place.location('sqlite')).dataDir, form),
};

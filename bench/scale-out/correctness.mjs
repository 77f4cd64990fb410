import { setTimeout as delay } from 'node:timers/promises';
import { contactRequest } from '../measure/requests.mjs';

const AT_ONCE = 32;
const LABEL = /bilan-\d+/;
/** Counters of page views are written every two seconds. */
const FLUSHED_AFTER_MS = 3_000;
const DELIVERED_WITHIN_MS = 120_000;

/**
 * Sends messages and page views through the balancer, every tenth message twice at once, and counts what became of them.
 * @param {object} options
 * @param {string} options.url of the balancer
 * @param {number} options.messages
 * @param {import('../../tests/support/smtp-sink.ts').SmtpSink} options.sink
 * @param {import('../../src/storage/storage.ts').Storage} options.storage
 */
export async function countEverything({ url, messages, sink, storage }) {
  const viewsBefore = await countedViews(storage);
  const acknowledged = new Set();
  await atOnce(messages, async (index) => {
    const label = `bilan-${index}`;
    const copies = index % 10 === 0 ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: copies }, () => send(url, label)));
    if (answers.every(Boolean)) acknowledged.add(label);
  });
  await atOnce(messages, (index) => view(url, index));
  const stored = await storedLabels(storage);
  await delivered(sink, acknowledged.size);
  await delay(FLUSHED_AFTER_MS);
  const mails = labelsOf(sink.messages.map(({ parsed }) => parsed.text ?? ''));
  return {
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((label) => !stored.has(label) || !mails.has(label)).length,
    storedTwice: beyondOne(stored),
    mailedTwice: beyondOne(mails),
    viewsMiscounted: Math.abs((await countedViews(storage)) - viewsBefore - messages),
  };
}

async function atOnce(count, work) {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function send(url, label) {
  const { input } = contactRequest.variables;
  const body = { ...contactRequest, variables: { input: { ...input, message: `Un essai : ${label}` } } };
  const response = await fetch(`${url}graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.text()).includes('"isSend":true');
}

async function view(url, index) {
  const body = JSON.stringify({ path: index % 2 ? '/' : '/about', device: 'desktop' });
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const response = await fetch(`${url}insights/view`, { method: 'POST', headers, body });
  await response.arrayBuffer();
}

async function countedViews({ db }) {
  const { fn } = db;
  const { views } = await db
    .selectFrom('page_view')
    .select(fn.sum('views').as('views'))
    .executeTakeFirstOrThrow();
  return Number(views ?? 0);
}

async function storedLabels({ db }) {
  const rows = await db.selectFrom('message').select('body').where('body', 'like', '%bilan-%').execute();
  return labelsOf(rows.map(({ body }) => body));
}

function labelsOf(texts) {
  const counts = new Map();
  for (const text of texts) {
    const [label] = LABEL.exec(text) ?? [];
    if (label) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return counts;
}

function beyondOne(counts) {
  return [...counts.values()].reduce((sum, count) => sum + count - 1, 0);
}

async function delivered(sink, count) {
  const until = Date.now() + DELIVERED_WITHIN_MS;
  const labels = () => labelsOf(sink.messages.map(({ parsed }) => parsed.text ?? '')).size;
  while (labels() < count && Date.now() < until) await delay(200);
}

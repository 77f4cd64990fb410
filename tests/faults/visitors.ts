import { setTimeout as delay } from 'node:timers/promises';
import { contactMutation } from '../../src/contact/mutation.ts';
import { contactInput } from '../support/contact.ts';

export interface Answer {
  /** The status 0 means that the connection broke. */
  status: number;
  body: string;
  retryAfter: string | null;
  ms: number;
}

/** The outcomes for all visitors, by the label of their message. */
export interface Ledger {
  acknowledged: string[];
  /** Messages refused with a code that the API promises. */
  refused: string[];
  /** Messages neither accepted nor refused cleanly: internal detail, no JSON, no answer. */
  unclean: string[];
  /** Durations of acknowledged messages, in milliseconds. */
  times: number[];
}

/** Makes visitors of one site. Their connections stay open after the answer, as those of browsers do. */
export function createVisitors(url: string) {
  const ledger: Ledger = { acknowledged: [], refused: [], unclean: [], times: [] };
  return {
    ledger,
    page: (path = '/about') => ask(new URL(path, url)),
    /** Sends one message with its label in the text, and notes the outcome. */
    async send(label: string, changes: Record<string, string> = {}): Promise<Answer> {
      const answer = await ask(new URL('/graphql', url), messageBody(label, changes));
      note(ledger, label, answer);
      return answer;
    },
  };
}

export function messageBody(label: string, changes: Record<string, string> = {}): string {
  const input = { ...contactInput, message: `Un essai : ${label}`, ...changes };
  return JSON.stringify({ query: contactMutation, variables: { input } });
}

function note(ledger: Ledger, label: string, { status, body, ms }: Answer): void {
  if (status === 200 && body.includes('"isSend":true')) {
    ledger.acknowledged.push(label);
    ledger.times.push(ms);
  } else if (/"code":"[A-Z_]+"/.test(body) && !/sqlite|postgres|ECONN|\.ts\b|stack/i.test(body)) {
    ledger.refused.push(label);
  } else ledger.unclean.push(label);
}

async function ask(url: URL, body?: string): Promise<Answer> {
  const began = performance.now();
  const ms = () => performance.now() - began;
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, body === undefined ? {} : { method: 'POST', headers, body });
    const text = await answer.text();
    return { status: answer.status, body: text, retryAfter: answer.headers.get('retry-after'), ms: ms() };
  } catch (error) {
    return { status: 0, body: String(error), retryAfter: null, ms: ms() };
  }
}

/** Calls a function with each number from 0, a few calls at a time. */
export async function atOnce(
  count: number,
  width: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** Repeats something with a pause between, until told to stop; gives the number of times. */
export function keepDoing(work: (turn: number) => Promise<unknown>, pauseMs: number, lanes = 1) {
  let running = true;
  let turns = 0;
  const lane = async () => {
    while (running) {
      turns += 1;
      await work(turns);
      await delay(pauseMs);
    }
  };
  const all = Promise.all(Array.from({ length: lanes }, lane));
  return {
    async stop(): Promise<number> {
      running = false;
      await all;
      return turns;
    },
  };
}

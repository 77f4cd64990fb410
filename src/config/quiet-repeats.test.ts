import { type Logger, pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { quietRepeats } from './quiet-repeats.ts';

let now: number;
let lines: Record<string, unknown>[];
let logger: Logger;

beforeEach(() => {
  now = 0;
  lines = [];
  logger = pino(
    { base: null, hooks: { logMethod: quietRepeats(() => now) } },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
});

const failure = (code: string) => Object.assign(new Error('down'), { code });

it('writes one line for an outage of a day that fails every second', () => {
  for (let second = 0; second < 86_400; second += 1) {
    logger.error({ err: failure('ECONNREFUSED') }, 'outbox not reachable');
    now += 1_000;
  }
  expect(lines).toHaveLength(1);
});

it('writes the next outage, and how much was left out of the one before', () => {
  for (let time = 0; time < 11; time += 1) logger.error({ err: failure('X') }, 'down');
  now += 60_000;
  logger.error({ err: failure('X') }, 'down');
  expect(lines.map(({ leftOutBefore }) => leftOutBefore)).toEqual([undefined, 10]);
});

it('keeps different words, kinds and codes apart', () => {
  logger.error({ err: failure('A') }, 'one');
  logger.error({ err: failure('B') }, 'one');
  logger.error({ err: failure('A') }, 'two');
  logger.error({ err: new TypeError('down') }, 'one');
  expect(lines).toHaveLength(4);
});

it('leaves out no line that carries other facts, or no error', () => {
  for (let time = 0; time < 2; time += 1) {
    logger.error({ err: failure('A'), message: time }, 'mail not composed');
    logger.warn({ attempt: time }, 'mail put off');
    logger.info('Arrêté.');
    logger.error({ err: 'text' }, 'thrown');
  }
  expect(lines).toHaveLength(8);
});

it('holds a bounded number of troubles, then writes everything', () => {
  for (let code = 0; code < 300; code += 1) logger.error({ err: failure(String(code)) }, 'down');
  logger.error({ err: failure('250') }, 'down');
  logger.error({ err: failure('10') }, 'down');
  expect(lines).toHaveLength(301);
  now += 60_000;
  for (let time = 0; time < 2; time += 1) logger.error({ err: failure('250') }, 'down');
  expect(lines).toHaveLength(302);
});

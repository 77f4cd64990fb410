import { parseArgs } from 'node:util';

/**
 * @typedef {object} Options
 * @property {readonly string[]} only names of scenarios; empty: all
 * @property {boolean} quick short runs: they show that everything works, the figures are rough
 * @property {number} rounds of the servers, the disk and the start
 * @property {number} seconds of one measurement of a server
 * @property {number} pageRounds of Lighthouse with simulated throttling, and of traces
 * @property {number} slowRounds of Lighthouse with real throttling
 * @property {number} messages in the large store
 * @property {number} mixedSeconds how long the mixed load lasts
 * @property {boolean} wait whether a loaded machine is waited for
 */

const forms = {
  full: { rounds: 5, seconds: 6, pageRounds: 5, slowRounds: 10, messages: 1_000_000, mixedSeconds: 600 },
  quick: { rounds: 1, seconds: 2, pageRounds: 1, slowRounds: 1, messages: 20_000, mixedSeconds: 20 },
};

/** How `npm run bench` is used. */
export const usage = `npm run bench -- [--quick] [--only name,name] [--no-wait] [--rounds n] [--seconds n] [--mixed-seconds n]
  --quick      one short round of everything
  --only       these scenarios: documents, queries, mutations, disk, start, memory, million, pages, profile, trace
  --no-wait    measures at once, however loaded the machine is
  --rounds     rounds of every kind
  --seconds    seconds of each measurement of a server
  --mixed-seconds  how long the mixed load lasts`;

/** @param {string[]} args @returns {Options} @throws TypeError on an option that is none */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      'no-wait': { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      'mixed-seconds': { type: 'string' },
    },
  });
  const form = values.quick ? forms.quick : forms.full;
  const rounds = values.rounds ? Number(values.rounds) : undefined;
  return {
    ...form,
    ...(rounds ? { rounds, pageRounds: rounds, slowRounds: rounds } : {}),
    ...(values.seconds ? { seconds: Number(values.seconds) } : {}),
    ...(values['mixed-seconds'] ? { mixedSeconds: Number(values['mixed-seconds']) } : {}),
    only: values.only.split(',').filter(Boolean),
    quick: values.quick,
    wait: !values['no-wait'] && !values.quick,
  };
}

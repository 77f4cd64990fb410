/**
 * Measures several targets in turn, round after round; each round begins with another one, so that no target always
 * meets the machine in the same state.
 * @template Target, Sample
 * @param {readonly (Target & { name: string })[]} targets
 * @param {number} rounds
 * @param {(target: Target & { name: string }, round: number) => Promise<Sample>} measure
 * @returns {Promise<Record<string, Sample[]>>} the samples of each target, one per round
 */
export async function interleaved(targets, rounds, measure) {
  const samples = Object.fromEntries(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < targets.length; turn++) {
      const target = targets[(turn + round) % targets.length];
      process.stderr.write(`  ${round + 1}/${rounds} ${target.name}\n`);
      samples[target.name].push(await measure(target, round));
    }
  }
  return samples;
}

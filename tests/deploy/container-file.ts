/** One instruction of a container file, its continuation lines joined. */
export interface Instruction {
  name: string;
  text: string;
}

/** A stage: from `FROM` to the next one. */
export interface Stage {
  image: string;
  name: string | undefined;
  instructions: Instruction[];
}

/** Reads the stages of a container file. */
export function readStages(source: string): Stage[] {
  const lines = source
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Stage[] = [];
  for (const line of lines) {
    const [name = '', ...words] = line.split(' ');
    const text = words.join(' ');
    if (name === 'FROM') {
      const [image = '', , stageName] = words;
      stages.push({ image, name: stageName, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

/** The texts of the instructions of one kind. */
export function textsOf(stage: Stage, name: string): string[] {
  return stage.instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
}

/** The words of the last `CMD` or `HEALTHCHECK … CMD`, which have to be in the form that needs no shell. */
export function commandOf(stage: Stage, name: 'CMD' | 'HEALTHCHECK'): string[] {
  const text = textsOf(stage, name).at(-1) ?? '';
  return JSON.parse(text.slice(text.indexOf('[')));
}

/** The variables that the stage sets. */
export function environmentOf(stage: Stage): Record<string, string> {
  const pairs = textsOf(stage, 'ENV').flatMap((text) => text.split(' '));
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
}

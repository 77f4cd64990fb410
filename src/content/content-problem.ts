/** Something in the studio's own texts, prices or pictures that cannot go online as it is. */
export interface ContentProblem<Field extends string = string> {
  /** Path from the root of the project. */
  file: string;
  /** Name of the value in the file; empty where the whole file is meant. */
  field: Field;
  /** What is there now, and what it should be, in French. */
  fix: string;
}

/** Writes one line for the operator: file, field, fix. */
export function describeProblem({ file, field, fix }: ContentProblem): string {
  return `${file}${field && `, ${field}`} : ${fix}`;
}

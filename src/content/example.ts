/**
 * Marks a shipped value that its owner has to replace or confirm before the site is published. To confirm one, take the mark
 * away. `doctor --content` lists the marks with file and line.
 * @public Unused once all are replaced.
 */
export const example = <T>(value: T): T => value;

/** The numbers of PostgreSQL's advisory locks: any will do, as long as each stands for one thing. */
export const advisoryLocks = { migration: 7_236_011_804 } as const;

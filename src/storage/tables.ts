/** Every table that holds data worth keeping, parents before the children that refer to them. */
export const storedTables = ['profile', 'message', 'outbox', 'notice', 'page_view', 'task_run'] as const;

/** One of {@link storedTables}. */
export type StoredTable = (typeof storedTables)[number];

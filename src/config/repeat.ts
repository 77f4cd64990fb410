/**
 * Runs a task at once and then every `ms`, never twice at the same time. The task handles its own errors.
 * @returns ends the repetition, and waits for the run under way
 */
export function repeat(ms: number, task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= task().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(run, ms).unref();
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/**
 * Runs a task every `ms`, never twice at the same time. The task handles its own errors.
 * @param atOnce also runs it now
 * @returns ends the repetition, and waits for the run under way
 */
export function repeat(ms: number, task: () => Promise<void>, { atOnce = false } = {}): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= task().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(run, ms).unref();
  if (atOnce) run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

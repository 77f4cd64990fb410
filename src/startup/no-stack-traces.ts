/** V8 and JavaScriptCore have the limit; elsewhere setting it changes nothing. */
const errors = Error as { stackTraceLimit?: number };
const { stackTraceLimit } = errors;

errors.stackTraceLimit = 0;

/** From here on errors have their traces again. */
export function restoreStackTraces(): void {
  if (stackTraceLimit === undefined) delete errors.stackTraceLimit;
  else errors.stackTraceLimit = stackTraceLimit;
}

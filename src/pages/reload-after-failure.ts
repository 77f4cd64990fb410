/** One reload tries the scripts again; after a second failure the page stays as the server rendered it. */
const MAX_FAILURES = 2;

/** Loads the page again after its scripts failed; the history entry counts the failures. */
export function reloadAfterFailure(): void {
  const { failures = 0 } = window.history.state ?? {};
  window.history.replaceState({ ...window.history.state, failures: failures + 1 }, '');
  window.location.reload();
}

/** Tells whether the scripts of this page keep failing, and resets the count for a reload by the visitor. */
export function keepsFailing(): boolean {
  const { failures = 0, ...rest } = window.history.state ?? {};
  if (failures < MAX_FAILURES) return false;
  window.history.replaceState(rest, '');
  return true;
}

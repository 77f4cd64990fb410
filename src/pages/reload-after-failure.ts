/** The page is loaded anew once with its scripts; when they fail again, it stays as the server rendered it. */
const MAX_FAILURES = 2;

/** Loads the page anew after its scripts failed; its entry of the history counts how often that happened. */
export function reloadAfterFailure(): void {
  const { failures = 0 } = window.history.state ?? {};
  window.history.replaceState({ ...window.history.state, failures: failures + 1 }, '');
  window.location.reload();
}

/** Tells whether the scripts of this page keep failing, and forgets it: the visitor may load the page anew. */
export function keepsFailing(): boolean {
  const { failures = 0, ...rest } = window.history.state ?? {};
  if (failures < MAX_FAILURES) return false;
  window.history.replaceState(rest, '');
  return true;
}

import { Component, type ReactNode } from 'react';

/** After this many errors the document is loaded again instead. */
const MAX_ERRORS = 3;

/**
 * Renders the site again after an error of React. Extensions and translations may remove elements that React looks for. The whole
 * site is in one element, so that React finds what it has to remove. The sending, outside of it, keeps the form's text.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }> {
  #errors = 0;

  static getDerivedStateFromError(): object {
    return {};
  }

  override componentDidCatch(): void {
    this.#errors += 1;
    if (this.#errors === MAX_ERRORS) reloadAfterFailure();
  }

  override render(): ReactNode {
    // Nothing until the document is loaded again: React would try some fifty times more.
    if (this.#errors >= MAX_ERRORS) return null;
    return <div>{this.props.children}</div>;
  }
}

/** One reload tries the scripts again; after a second failure the page stays as the server rendered it. */
const MAX_FAILURES = 2;

/** Another program may have written anything into the entry. */
function failures(): number {
  const count: unknown = window.history.state?.failures;
  return Number.isInteger(count) ? Number(count) : 0;
}

/** Loads the page again after its scripts failed; the history entry counts the failures. */
export function reloadAfterFailure(): void {
  window.history.replaceState({ ...window.history.state, failures: failures() + 1 }, '');
  window.location.reload();
}

/** Resets the count too: a visitor who reloads the page begins anew. */
export function keepsFailing(): boolean {
  if (failures() < MAX_FAILURES) return false;
  window.history.replaceState({ ...window.history.state, failures: 0 }, '');
  return true;
}

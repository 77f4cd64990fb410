import { Component, type ReactNode } from 'react';

/** After this many errors the document is reloaded; before, it is rendered again. */
const MAX_ERRORS = 3;

/**
 * Renders the site again after an error of React, as extensions and translations may remove elements that React looks for. One
 * element holds the whole site, so that React finds what to remove. The form's text survives in the sending, which is outside.
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
    // Renders nothing until the reload, because React would try about fifty times more.
    if (this.#errors >= MAX_ERRORS) return null;
    return <div>{this.props.children}</div>;
  }
}

/** One reload tries the scripts again; after a second failure the page stays as the server rendered it. */
const MAX_FAILURES = 2;

/** Reads the count of failures; other programs may have written any value into the entry. */
function failures(): number {
  const count: unknown = window.history.state?.failures;
  return Number.isInteger(count) ? Number(count) : 0;
}

/** Reloads the page after its scripts failed; the history entry counts the failures. */
export function reloadAfterFailure(): void {
  window.history.replaceState({ ...window.history.state, failures: failures() + 1 }, '');
  window.location.reload();
}

/** Tells whether the scripts failed again, and resets the count, so that a visitor's own reload starts anew. */
export function keepsFailing(): boolean {
  if (failures() < MAX_FAILURES) return false;
  window.history.replaceState({ ...window.history.state, failures: 0 }, '');
  return true;
}

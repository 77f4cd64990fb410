import { Component, type ReactNode } from 'react';
import { PageUnavailableError } from './page-chunks.ts';
import { reloadAfterFailure } from './reload-after-failure.ts';

interface ErrorBoundaryProps {
  /** Path of the page that is shown: another one ends the state of a page that could not be had. */
  path: string;
  /** Shown in place of a page whose script cannot be had. */
  unavailable: ReactNode;
  children: ReactNode;
}

interface ErrorBoundaryState {
  path: string;
  isUnavailable: boolean;
  key: number;
}

/** A page that fails again and again is loaded anew instead. */
const MAX_ATTEMPTS = 3;

/**
 * Shows what to do when a page cannot be had, and renders the site afresh after any other error: an extension or a translation of
 * the browser may have removed an element that React looks for. All of the site is in one element, so that React finds what it has
 * to take out. The form's text is kept by the sending, which is outside.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { path: this.props.path, isUnavailable: false, key: 0 };
  #attempts = 0;

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return error instanceof PageUnavailableError ? { isUnavailable: true } : { key: performance.now() };
  }

  static getDerivedStateFromProps({ path }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return path === state.path ? null : { path, isUnavailable: false };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof PageUnavailableError) return;
    this.#attempts += 1;
    if (this.#attempts === MAX_ATTEMPTS) reloadAfterFailure();
  }

  override render(): ReactNode {
    const { isUnavailable, key } = this.state;
    return (
      <div key={key} id="site">
        {isUnavailable ? this.props.unavailable : this.props.children}
      </div>
    );
  }
}

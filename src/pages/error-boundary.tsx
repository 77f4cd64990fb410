import { Component, type ReactNode } from 'react';
import { PageUnavailableError } from './page-chunks.ts';
import { reloadAfterFailure } from './reload-after-failure.ts';

interface ErrorBoundaryProps {
  /** Path of the shown page; a new path resets the error. */
  path: string;
  /** Shown instead of a page whose script failed to load. */
  unavailable: ReactNode;
  children: ReactNode;
}

interface ErrorBoundaryState {
  path: string;
  isUnavailable: boolean;
  key: number;
}

/** After this many attempts the document is loaded again instead. */
const MAX_ATTEMPTS = 3;

/**
 * Shows a remedy if a page fails to load, and renders the site again after any other error. Extensions and translations may
 * remove elements that React looks for. The whole site is in one element, so that React finds what it has to remove. The
 * sending, outside of it, keeps the form's text.
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

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
}

/** After this many attempts the document is loaded again instead. */
const MAX_ATTEMPTS = 3;

/**
 * Shows a remedy if a page fails to load; after any other error React renders the site again. Extensions and translations may
 * remove elements that React looks for. The whole site is in one element, so that React finds what it has to remove. The
 * sending, outside of it, keeps the form's text.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { path: this.props.path, isUnavailable: false };
  #attempts = 0;

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { isUnavailable: error instanceof PageUnavailableError };
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
    // Until the document is loaded again: React would try some fifty times more, and then report that as well.
    if (this.#attempts >= MAX_ATTEMPTS) return null;
    return <div>{this.state.isUnavailable ? this.props.unavailable : this.props.children}</div>;
  }
}

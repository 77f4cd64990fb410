import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  children: ReactNode;
}

/** A page that fails again and again is loaded anew instead. */
const MAX_ATTEMPTS = 3;

/**
 * Renders the site afresh after an error: an extension or a translation of the browser may have removed an element that React
 * looks for. The form's text is kept by the sending, which is outside. All of the site is in one element, so that React finds what
 * it has to take out.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { attempt: number }> {
  override state = { attempt: 0 };

  override componentDidCatch(): void {
    if (this.state.attempt >= MAX_ATTEMPTS) window.location.reload();
    else this.setState(({ attempt }) => ({ attempt: attempt + 1 }));
  }

  override render(): ReactNode {
    return (
      <div key={this.state.attempt} id="site">
        {this.props.children}
      </div>
    );
  }
}

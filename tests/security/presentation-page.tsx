import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Presentation } from '../../src/profile/presentation.tsx';

declare global {
  interface Window {
    /** Puts one component for each presentation on the page, in place of those before. */
    show(presentations: string[]): void;
  }
}

const root = createRoot(document.body.appendChild(document.createElement('div')));

window.show = (presentations) => {
  const all = presentations.map((html) => <Presentation key={html} html={html} shown={null} />);
  flushSync(() => root.render(all));
};

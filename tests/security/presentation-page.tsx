import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Presentation } from '../../src/profile/presentation.tsx';

declare global {
  interface Window {
    /** Puts the component with this presentation on the page. */
    show(html: string): void;
  }
}

const root = createRoot(document.body.appendChild(document.createElement('div')));
let shown = 0;

window.show = (html) => {
  shown += 1;
  flushSync(() => root.render(<Presentation key={shown} html={html} shown={null} />));
};

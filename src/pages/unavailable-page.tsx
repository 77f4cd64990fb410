import { useEffect } from 'react';
import { unavailablePage as words } from '../content/labels.ts';
import { PillButton } from '../ui/pill.tsx';
import text from '../ui/text.module.css';
import { Frame } from './frame.tsx';
import { forgetPage, nameAt } from './page-chunks.ts';
import styles from './unavailable-page.module.css';

/**
 * Stands in place of a page whose script could not be had. When the server answers, the script is gone, after a new release for
 * instance, or the browser remembers the failure (Firefox): the page is loaded anew. Otherwise the line is cut, and it is loaded
 * anew once that is back.
 */
export function UnavailablePage({ path }: { path: string }) {
  useEffect(() => {
    document.title = words.title;
    const tryAgain = () => void loadAnewIfServed();
    tryAgain();
    window.addEventListener('online', tryAgain);
    return () => {
      window.removeEventListener('online', tryAgain);
      forgetPage(nameAt(path));
    };
  }, [path]);
  return (
    <Frame>
      <div className={styles.content}>
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className={text.lead}>{words.lead}</p>
        <PillButton look="solid" onClick={loadAnewIfServed}>
          {words.tryAgain}
        </PillButton>
      </div>
    </Frame>
  );
}

/** Asks first: the browser's own page about a cut line would take the place of the site. */
async function loadAnewIfServed(): Promise<void> {
  try {
    const { status } = await fetch('', { method: 'HEAD', cache: 'no-store' });
    // Unlike a reload it begins at the top (PAGE-2).
    if (status < 500) window.location.replace(window.location.pathname);
  } catch {}
}

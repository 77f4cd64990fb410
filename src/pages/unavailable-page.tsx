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

/**
 * Asks first: the browser's own page about a cut line would take the place of the site. It asks for the scripts, because WebKit
 * keeps a failed one in memory beyond the document, until the same address is fetched anew.
 */
async function loadAnewIfServed(): Promise<void> {
  const scripts = performance
    .getEntriesByType('resource')
    .filter(({ name }) => /\/assets\/.*\.js$/.test(name));
  try {
    const answers = await Promise.all(scripts.map(({ name }) => fetch(name, { cache: 'reload' })));
    // Unlike a reload it begins at the top (PAGE-2).
    if (answers.every(({ status }) => status < 500)) window.location.replace(window.location.pathname);
  } catch {}
}

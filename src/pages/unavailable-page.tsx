import { useEffect, useState } from 'react';
import { unavailablePage as words } from '../content/labels.ts';
import type { ShownPage } from '../routes.ts';
import { PillButton } from '../ui/pill.tsx';
import text from '../ui/text.module.css';
import { Frame } from './frame.tsx';
import { forgetPage } from './page-chunks.ts';
import styles from './unavailable-page.module.css';

/**
 * Replaces a page whose script failed to load. It loads the document again as soon as the server answers: a release may have
 * removed the script, and Firefox remembers the failure.
 */
export function UnavailablePage({ page }: { page: ShownPage }) {
  const [isStillAway, setIsStillAway] = useState(false);
  async function retry() {
    setIsStillAway(false);
    setIsStillAway(!(await loadAnewIfServed()));
  }

  useEffect(() => {
    document.title = words.title;
    const tryAgain = () => void loadAnewIfServed();
    tryAgain();
    window.addEventListener('online', tryAgain);
    return () => {
      window.removeEventListener('online', tryAgain);
      forgetPage(page);
    };
  }, [page]);
  return (
    <Frame page={page}>
      <div className={styles.content}>
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className={text.lead}>{words.lead}</p>
        <PillButton look="solid" onClick={retry}>
          {words.tryAgain}
        </PillButton>
        <p aria-live="polite">{isStillAway && <span>{words.stillAway}</span>}</p>
      </div>
    </Frame>
  );
}

/**
 * Loads the document again if the server answers; otherwise the browser's own error page would replace the site. It fetches the
 * scripts, because WebKit remembers a failed one until its address is fetched again.
 * @returns whether the server answered
 */
async function loadAnewIfServed(): Promise<boolean> {
  const scripts = performance
    .getEntriesByType('resource')
    .filter(({ name }) => /\/assets\/.*\.js$/.test(name));
  try {
    const answers = await Promise.all(scripts.map(({ name }) => fetch(name, { cache: 'reload' })));
    // Unlike a reload it begins at the top (PAGE-2).
    const isServed = answers.every(({ status }) => status < 500);
    if (isServed) window.location.replace(window.location.pathname);
    return isServed;
  } catch {
    return false;
  }
}

import { labels } from '../words/labels.ts';
import styles from './skip-link.module.css';

export const CONTENT_ID = 'contenu';

/** Shows the link that skips the header, the first stop of the keyboard (PAGE-4). */
export function SkipLink() {
  return (
    <a className={styles.skip} href={`#${CONTENT_ID}`}>
      {labels.skipToContent}
    </a>
  );
}

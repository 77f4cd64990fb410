import { useState } from 'react';
import { privacy } from '../site.ts';
import { chooseMode } from '../theme/colour-mode.ts';
import { Icon } from '../theme/icons.tsx';
import { PillButton, PillRow } from '../ui/buttons.tsx';
import text from '../ui/text.module.css';
import styles from './privacy-page.module.css';
import { ReadingPage } from './reading-page.tsx';

/**
 * Shows the privacy page (PRIV-1): a summary, then the full text. A button sets the colour mode back to the system's (MODE-1).
 */
export function PrivacyPage() {
  const summary = (
    <ul className={`${text.points} ${styles.summary}`}>
      {privacy.summary.map((line) => (
        <li key={line}>
          <Icon name="check" size={20} />
          {line}
        </li>
      ))}
    </ul>
  );
  return <ReadingPage {...privacy} summary={summary} end={<FollowSystem />} />;
}

function FollowSystem() {
  const [done, setDone] = useState(false);
  function follow() {
    chooseMode(window, 'system');
    setDone(true);
  }
  return (
    <PillRow data-pressed>
      <PillButton look="outline" onClick={follow}>
        {privacy.followSystem}
      </PillButton>
      <p aria-live="polite">{done && <span className={styles.follows}>{privacy.followsSystem}</span>}</p>
    </PillRow>
  );
}

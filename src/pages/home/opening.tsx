import type { ReactNode } from 'react';
import { Presentation } from '../../profile/presentation.tsx';
import { routes } from '../../routes.ts';
import { home } from '../../site.ts';
import { PillLink, PillRow } from '../../ui/buttons.tsx';
import { Ridge } from '../../ui/ridge.tsx';
import { homeWords } from '../../words/home.ts';
import { startProject } from '../../words/specified.ts';
import { Bar } from '../bar.tsx';
import { Portrait } from '../pictures.tsx';
import { followMenuEntry, SERVICES_TARGET } from '../scroll.ts';
import { useSite } from '../site-context.ts';
import { CONTENT_ID, SkipLink } from '../skip-link.tsx';
import { BackgroundVideo, useBackgroundVideo, VideoButton } from './background-video.tsx';
import { JobTitle } from './job-title.tsx';
import styles from './opening.module.css';

interface OpeningProps {
  isFirst: boolean;
  /** The sections below the first view, which belong to `main`. */
  children: ReactNode;
  footer: ReactNode;
}

/**
 * Shows the first view of the home (HOME-11) and, below it, the children. The document carries only the first view's style
 * (scripts/build-site.mjs). Header and `main` are rows of one grid over the video: the header holds the identity (HOME-1), `main`
 * the texts (PAGE-4). The footer is a row too, because the bar sticks only within the grid (HOME-3).
 */
export function Opening({ isFirst, children, footer }: OpeningProps) {
  const { profile, opened } = useSite();
  const video = useBackgroundVideo(opened);
  return (
    <>
      <SkipLink />
      <div className={styles.home}>
        <div className={styles.backdrop}>
          <BackgroundVideo video={video} />
          <Ridge className={styles.ridge} />
        </div>
        <header>
          <Bar page="home" />
          <div className={styles.identity}>
            <Portrait className={styles.avatar} />
            <h1 className={styles.name} tabIndex={-1} data-profile="name">
              {profile.name}
            </h1>
            <p className={styles.audience}>{home.forWhom}</p>
          </div>
        </header>
        <main id={CONTENT_ID} tabIndex={-1} className={styles.main}>
          <div className={styles.intro}>
            <JobTitle text={profile.metier} opened={opened} isFirst={isFirst} />
            <Presentation className={styles.presentation} html={profile.presentation} />
            <PillRow className={styles.actions}>
              <PillLink
                look="bright"
                href={SERVICES_TARGET}
                onClick={(event) => followMenuEntry(event, SERVICES_TARGET)}
              >
                {homeWords.seeServices}
              </PillLink>{' '}
              <PillLink look="ghost" href={routes.contact.path}>
                {startProject}
              </PillLink>
            </PillRow>
            <div className={styles.foot}>
              <VideoButton video={video} />
              <dl className={styles.facts}>
                {home.facts.map(({ label, fact }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{fact}</dd>
                  </div>
                ))}
              </dl>
            </div>
          </div>
          {children}
        </main>
        {footer}
      </div>
    </>
  );
}

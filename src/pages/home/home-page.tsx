import { home } from '../../content/home.ts';
import { startProject } from '../../content/specified-texts.ts';
import { Presentation } from '../../profile/presentation.tsx';
import { routes } from '../../routes.ts';
import { PillLink } from '../../ui/buttons.tsx';
import { Ridge } from '../../ui/ridge.tsx';
import text from '../../ui/text.module.css';
import { Bar } from '../bar.tsx';
import { CONTENT_ID, Footer, SkipLink } from '../frame.tsx';
import { Portrait } from '../pictures.tsx';
import { followMenuEntry, SERVICES_TARGET } from '../scroll.ts';
import { useSite } from '../site-context.ts';
import { BackgroundVideo, useBackgroundVideo, VideoButton } from './background-video.tsx';
import { Climb } from './climb.tsx';
import styles from './home-page.module.css';
import { JobTitle } from './job-title.tsx';
import { Person, Pillars, Proof, Questions } from './reasons.tsx';
import { Services } from './services.tsx';

/**
 * Shows the home. Header and `main` are rows of one grid over the video: the identity is in the header (HOME-1), the texts are
 * in `main` (PAGE-4). The footer is a row too, because the bar sticks only within the grid (HOME-3).
 */
export function HomePage({ isFirst }: { isFirst: boolean }) {
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
          </div>
        </header>
        <main id={CONTENT_ID} tabIndex={-1} className={styles.main}>
          <div className={styles.intro}>
            <JobTitle text={profile.metier} opened={opened} isFirst={isFirst} />
            <Presentation className={styles.presentation} html={profile.presentation} />
            <div className={`${text.actions} ${styles.actions}`}>
              <PillLink look="bright" href={routes.contact.path}>
                {startProject}
              </PillLink>{' '}
              <PillLink
                look="ghost"
                href={SERVICES_TARGET}
                onClick={(event) => followMenuEntry(event, SERVICES_TARGET)}
              >
                {home.seeServices}
              </PillLink>
            </div>
            <div className={styles.foot}>
              <VideoButton video={video} />
              <ul className={styles.facts}>
                {home.facts.map((fact) => (
                  <li key={fact}>{fact}</li>
                ))}
              </ul>
            </div>
          </div>
          <Pillars />
          <Services />
          <div className={styles.ground}>
            <Person />
          </div>
          <Climb />
          <div className={styles.ground}>
            <Questions />
            <Proof />
          </div>
          <section className={styles.end} aria-labelledby="end">
            <h2 id="end">{home.end.title}</h2>
            <p className={text.lead}>{home.end.text}</p>
            <PillLink look="bright" href={routes.contact.path}>
              {home.end.action}
            </PillLink>
          </section>
        </main>
        <Footer />
      </div>
    </>
  );
}

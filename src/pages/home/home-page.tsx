import { routes } from '../../routes.ts';
import { home } from '../../site.ts';
import { PillLink } from '../../ui/buttons.tsx';
import text from '../../ui/text.module.css';
import { Footer } from '../frame.tsx';
import { Climb } from './climb.tsx';
import styles from './home-page.module.css';
import { Opening } from './opening.tsx';
import { Person, Pillars, Questions } from './reasons.tsx';
import { References } from './references.tsx';
import { Services } from './services.tsx';

export function HomePage({ isFirst }: { isFirst: boolean }) {
  return (
    <Opening isFirst={isFirst} footer={<Footer />}>
      <Pillars />
      <div className={styles.ground}>
        <Person />
      </div>
      <Services />
      <div className={styles.ground}>
        <References />
      </div>
      <Climb />
      <div className={styles.ground}>
        <Questions />
      </div>
      <section className={`${text.columns} ${text.last} ${styles.end}`} aria-labelledby="end">
        <h2 id="end">{home.end.title}</h2>
        <p className={text.lead}>{home.end.text}</p>
        <PillLink look="bright" href={routes.contact.path}>
          {home.end.action}
        </PillLink>
      </section>
    </Opening>
  );
}

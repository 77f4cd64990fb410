import { routes } from '../routes.ts';
import { Icon } from '../theme/icons.tsx';
import { PillLink } from '../ui/buttons.tsx';
import text from '../ui/text.module.css';
import { notFound } from '../words/not-found.ts';
import { backToHome } from '../words/specified.ts';
import styles from './not-found-page.module.css';
import { Picture } from './pictures.tsx';
import { SiteLink } from './site-link.tsx';

/** Says that the address does not exist (PAGE-1), and offers links to other pages. */
export function NotFoundPage() {
  return (
    <div className={styles.content}>
      <div className={styles.words}>
        <p className={styles.code}>{notFound.code}</p>
        <h1 tabIndex={-1}>{notFound.title}</h1>
        <p className={text.lead}>{notFound.lead}</p>
        <PillLink look="solid" href={routes.home.path}>
          {backToHome}
        </PillLink>
      </div>
      <Picture
        className={styles.picture}
        src="/images/not-found.svg"
        srcDark="/images/not-found-dark.svg"
        alt={notFound.pictureAlt}
        width={720}
        height={400}
      />
      <nav className={styles.waysOn} aria-labelledby="ways-on">
        <h2 id="ways-on">{notFound.waysOn}</h2>
        <ul>
          {notFound.links.map(({ label, href }) => (
            <li key={href}>
              <SiteLink href={href}>{label}</SiteLink>
              <Icon name="arrowRight" size={20} className={styles.arrow} />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

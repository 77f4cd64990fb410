import { notFound } from '../../content/not-found.ts';
import { backToHome } from '../../content/specified-texts.ts';
import { ArrowRightIcon } from '../../theme/icons.tsx';
import { PillLink } from '../../ui/pill.tsx';
import text from '../../ui/text.module.css';
import { Picture } from '../pictures.tsx';
import { SiteLink } from '../site-link.tsx';
import styles from './not-found-page.module.css';

/** Says that an address does not exist (PAGE-1), and shows the ways on. */
export function NotFoundPage() {
  return (
    <div className={styles.content}>
      <div>
        <p className={styles.code}>{notFound.code}</p>
        <h1 tabIndex={-1}>{notFound.title}</h1>
        <p className={text.lead}>{notFound.lead}</p>
        <PillLink look="solid" href="/">
          {backToHome}
        </PillLink>
        <h2 className={styles.waysOn}>{notFound.waysOn}</h2>
        <ul className={styles.ways}>
          {notFound.links.map(({ label, href }) => (
            <li key={href}>
              <SiteLink href={href}>{label}</SiteLink>
              <ArrowRightIcon size={20} className={styles.arrow} />
            </li>
          ))}
        </ul>
      </div>
      <Picture
        className={styles.picture}
        src="/images/not-found.svg"
        srcDark="/images/not-found-dark.svg"
        alt={notFound.pictureAlt}
        width={720}
        height={400}
      />
    </div>
  );
}

import { COPYRIGHT_YEAR, footer } from '../content/footer.ts';
import { Ridge } from '../ui/ridge.tsx';
import styles from './footer.module.css';
import { useSite } from './site-context.tsx';
import { SiteLink } from './site-link.tsx';

interface FooterProps {
  /** Draws a ridge above the footer. The home page ends in the same dark colour and needs none. */
  ridge?: boolean;
}

/** Shows the footer of every page (FOOT-1): the studio's promise, three groups of links, the administrator's name. */
export function Footer({ ridge = false }: FooterProps) {
  const { profile } = useSite();
  return (
    <footer className={styles.footer}>
      {ridge && <Ridge className={styles.ridge} />}
      <div className={styles.night}>
        <div className={styles.content}>
          <p className={styles.promise}>{footer.promise}</p>
          <div className={styles.groups}>
            {footer.groups.map(({ title, links }) => (
              <div key={title}>
                <h2 className={styles.title}>{title}</h2>
                <ul>
                  {links.map(({ label, href }) => (
                    <li key={href}>
                      <SiteLink className={styles.link} href={href}>
                        {label}
                      </SiteLink>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
          <p className={styles.copyright}>
            {`© ${COPYRIGHT_YEAR} `}
            <span data-profile="name">{profile.name}</span>
          </p>
        </div>
      </div>
    </footer>
  );
}

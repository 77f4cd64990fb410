import type { ReactNode } from 'react';
import styles from './footer.module.css';
import { Ridge } from './ridge.tsx';
import { SiteLink } from './site-link.tsx';

interface FooterProps {
  promise: string;
  groups: readonly { title: string; links: readonly { label: string; href: string }[] }[];
  copyright: ReactNode;
  newTabHint: string;
  /** Draws a ridge above the footer. The home page ends in the same dark colour and needs none. */
  ridge: boolean;
}

/** Shows the footer of every page (FOOT-1): the studio's promise, three groups of links, the copyright line. */
export function Footer({ promise, groups, copyright, newTabHint, ridge }: FooterProps) {
  return (
    <footer className={styles.footer}>
      {ridge && <Ridge className={styles.ridge} />}
      <div className={styles.night}>
        <div className={styles.content}>
          <p className={styles.promise}>{promise}</p>
          <div className={styles.groups}>
            {groups.map(({ title, links }) => (
              <div key={title}>
                <h2 className={styles.title}>{title}</h2>
                <ul>
                  {links.map(({ label, href }) => (
                    <li key={href}>
                      <SiteLink className={styles.link} href={href} newTabHint={newTabHint}>
                        {label}
                      </SiteLink>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
          <p className={styles.copyright}>{copyright}</p>
        </div>
      </div>
    </footer>
  );
}

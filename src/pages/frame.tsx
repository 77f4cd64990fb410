import type { ReactNode } from 'react';
import type { ShownPage } from '../routes.ts';
import { identity } from '../site.ts';
import { Ridge } from '../ui/ridge.tsx';
import text from '../ui/text.module.css';
import { COPYRIGHT_YEAR, footer } from '../words/footer.ts';
import { Bar } from './bar.tsx';
import styles from './frame.module.css';
import { useSite } from './site-context.ts';
import { SiteLink } from './site-link.tsx';
import { CONTENT_ID, SkipLink } from './skip-link.tsx';

/** Shows what surrounds each page except the home: skip link, header, `main`, footer (PAGE-4). */
export function Frame({ page, children }: { page: ShownPage; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <header>
        <Bar page={page} />
      </header>
      <main id={CONTENT_ID} tabIndex={-1}>
        {children}
      </main>
      <Footer ridge />
    </>
  );
}

/**
 * Shows the footer of every page (FOOT-1): the studio's promise, three groups of links, the administrator's name.
 * @param ridge draws a ridge above; the home ends in the same dark colour and needs none
 */
export function Footer({ ridge = false }) {
  const { profile } = useSite();
  return (
    <footer className={styles.footer}>
      {ridge && <Ridge className={styles.ridge} />}
      <div className={styles.night}>
        <div className={`${text.columns} ${styles.content}`}>
          <div className={styles.promise}>
            <p>{footer.promise}</p>
            <a className={styles.link} href={`tel:${identity.phoneLink}`}>
              {identity.phone}
            </a>
          </div>
          <div className={styles.groups}>
            {footer.groups.map(({ title, lang, links }) => (
              <div key={title}>
                <h2 className={styles.title} lang={lang}>
                  {title}
                </h2>
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

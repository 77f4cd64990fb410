import { useRef, useState, useSyncExternalStore } from 'react';
import { home } from '../content/home.ts';
import { identity } from '../content/identity.ts';
import { labels, menuEntries } from '../content/labels.ts';
import { pageAt, routes, type ShownPage } from '../routes.ts';
import { MenuIcon } from '../theme/icons.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { BackToTop } from './back-to-top.tsx';
import styles from './bar.module.css';
import { Drawer } from './drawer.tsx';
import { followMenuEntry } from './follow-menu-entry.ts';
import { ModeToggle } from './mode-toggle.tsx';
import { Portrait } from './pictures.tsx';
import { useSite } from './site-context.tsx';
import { Wordmark } from './wordmark.tsx';

/** Specification, section 9: the way back to the top is there beyond this. */
const BACK_TO_TOP_PX = 300;

/**
 * Shows the bar of every page: the studio's name, the way back to the top, the navigation, the colour mode; below sm a burger
 * and a drawer.
 */
export function Bar({ page }: { page: ShownPage }) {
  const isHome = page === 'home';
  const scrolled = useScrolledPast(8);
  const isFar = useScrolledPast(BACK_TO_TOP_PX);
  // The portrait is fetched with the first opening.
  const [wasOpened, setWasOpened] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const links = useRef<HTMLElement>(null);

  // Once the window is wide, these links stand in place of the burger, to which the focus would return.
  const focusLinks = () => links.current?.querySelector('a')?.focus();

  return (
    <div className={`${styles.bar} ${isHome ? styles.night : styles.ground}`} data-scrolled={scrolled}>
      <div className={styles.content} data-far={isFar}>
        {isHome ? (
          <span className={styles.brand}>
            <Wordmark />
          </span>
        ) : (
          <a className={styles.brand} href={routes.home.path}>
            <Wordmark />
          </a>
        )}
        {isFar && <BackToTop />}
        <nav ref={links} className={styles.wide} aria-label={labels.navigation}>
          <MenuLinks page={page} className={styles.link} />
        </nav>
        <ModeToggle />
        <IconButton
          className={styles.burger}
          aria-label={labels.openMenu}
          aria-haspopup="dialog"
          onClick={() => {
            setWasOpened(true);
            const { documentElement } = document;
            documentElement.style.setProperty('--scrollbar', `${innerWidth - documentElement.clientWidth}px`);
            dialog.current?.showModal();
          }}
        >
          <MenuIcon />
        </IconButton>
      </div>
      <Drawer dialog={dialog} onClose={focusLinks}>
        {wasOpened && <Person />}
        <nav aria-label={labels.menu}>
          <MenuLinks page={page} className={styles.drawerLink} close={() => dialog.current?.close()} />
        </nav>
        <ul className={styles.ways}>
          <li>{identity.contactEmail}</li>
          {identity.phone && <li>{identity.phone}</li>}
          <li>{home.answer}</li>
        </ul>
      </Drawer>
    </div>
  );
}

/** Shows who answers: the portrait, the name and the job title. */
function Person() {
  const { profile } = useSite();
  return (
    <div className={styles.person}>
      <Portrait className={styles.portrait} />
      <p>
        <strong data-profile="name">{profile.name}</strong>
        <span data-profile="metier">{profile.metier}</span>
      </p>
    </div>
  );
}

interface MenuLinksProps {
  page: ShownPage;
  className: string;
  close?: () => void;
}

function MenuLinks({ page, className, close }: MenuLinksProps) {
  return (
    <ul>
      {menuEntries.map(({ label, href }) => (
        <li key={href}>
          <a
            className={className}
            href={href}
            aria-current={pageAt(href) === page ? 'page' : undefined}
            onClick={(event) => followMenuEntry(event, href, close)}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('scroll', changed, { passive: true });
  return () => window.removeEventListener('scroll', changed);
}

/** Returns whether the page is scrolled beyond `threshold` pixels, not just to them; undefined before hydration. */
function useScrolledPast(threshold: number): boolean | undefined {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > threshold,
    () => undefined,
  );
}

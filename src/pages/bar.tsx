import { useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { footer } from '../content/footer.ts';
import { labels, menuEntries } from '../content/labels.ts';
import { MenuIcon } from '../theme/icons.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ModeToggle } from '../ui/mode-toggle.tsx';
import { Ridge } from '../ui/ridge.tsx';
import { useScrolledPast } from '../ui/use-scrolled-past.ts';
import styles from './bar.module.css';
import { followMenuEntry } from './follow-menu-entry.ts';
import { Wordmark } from './wordmark.tsx';

/** Shows the bar of every page: the studio's name, the navigation, the colour mode; below sm a burger and a drawer. */
export function Bar({ over }: { over: 'night' | 'ground' }) {
  const scrolled = useScrolledPast(8);
  const dialog = useRef<HTMLDialogElement>(null);
  const links = useRef<HTMLElement>(null);

  // Once the window is wide, these links stand in place of the burger, to which the focus would return.
  const focusLinks = () => links.current?.querySelector('a')?.focus();

  return (
    <div className={`${styles.bar} ${styles[over]}`} data-scrolled={scrolled}>
      <div className={styles.content}>
        {over === 'night' ? (
          <span className={styles.brand}>
            <Wordmark />
          </span>
        ) : (
          <Link className={styles.brand} href="/">
            <Wordmark />
          </Link>
        )}
        <nav ref={links} className={styles.wide} aria-label={labels.navigation}>
          <MenuLinks className={styles.link} />
        </nav>
        <ModeToggle toDark={labels.toDarkMode} toLight={labels.toLightMode} />
        <IconButton
          className={styles.burger}
          aria-label={labels.openMenu}
          aria-haspopup="dialog"
          onClick={() => dialog.current?.showModal()}
        >
          <MenuIcon />
        </IconButton>
      </div>
      <Drawer dialog={dialog} label={labels.menu} closeLabel={labels.closeMenu} onClose={focusLinks}>
        <nav aria-label={labels.menu}>
          <MenuLinks className={styles.drawerLink} close={() => dialog.current?.close()} />
        </nav>
        <div className={styles.drawerEnd}>
          <Ridge />
          <p>{footer.promise}</p>
        </div>
      </Drawer>
    </div>
  );
}

interface MenuLinksProps {
  className: string;
  close?: () => void;
}

function MenuLinks({ className, close }: MenuLinksProps) {
  const [path] = useLocation();
  return (
    <ul>
      {menuEntries.map(({ label, href }) => (
        <li key={href}>
          <Link
            className={className}
            href={href}
            aria-current={path === href ? 'page' : undefined}
            onClick={(event) => followMenuEntry(event, href, close)}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

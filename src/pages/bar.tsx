import { useRef, useState } from 'react';
import { routes, type ShownPage } from '../routes.ts';
import { toggleMode } from '../theme/colour-mode.ts';
import { Icon } from '../theme/icons.tsx';
import { IconButton } from '../ui/buttons.tsx';
import visibility from '../ui/visibility.module.css';
import { VisuallyHidden } from '../ui/visibility.tsx';
import { labels } from '../words/labels.ts';
import { backToTop } from '../words/specified.ts';
import styles from './bar.module.css';
import { Drawer, MenuLinks } from './menu.tsx';
import { scrollToTop, useScrolled } from './scroll.ts';
import toTop from './to-top.module.css';
import { Wordmark } from './wordmark.tsx';

/** Beyond this scroll position the way back to the top appears (specification, section 9). */
const BACK_TO_TOP_PX = 300;

/** Shows the bar of every page: the studio's name, the way back to the top, navigation, colour mode and menu. */
export function Bar({ page }: { page: ShownPage }) {
  const isHome = page === 'home';
  const isScrolled = useScrolled(() => scrollY > 8);
  const isFar = useScrolled(() => scrollY > BACK_TO_TOP_PX);
  const links = useRef<HTMLElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [wasOpened, setWasOpened] = useState(false);

  function openMenu() {
    setWasOpened(true);
    const { documentElement } = document;
    documentElement.style.setProperty('--scrollbar', `${innerWidth - documentElement.clientWidth}px`);
    dialog.current?.showModal();
  }

  // When the drawer closes in a window that became wide, the first link gets the focus, because the burger is gone.
  const focusLinks = () => links.current?.querySelector('a')?.focus();

  return (
    <div className={`${styles.bar} ${isHome ? styles.night : styles.ground}`} data-scrolled={isScrolled}>
      <div className={styles.content} data-far={isFar}>
        {/* On the home it would lead nowhere. */}
        <a className={styles.brand} href={isHome ? undefined : routes.home.path}>
          <Wordmark />
        </a>
        {isFar && (
          <IconButton className={toTop.button} aria-label={backToTop} onClick={goToTop}>
            <Icon name="arrowUp" size={20} />
            <span>{backToTop}</span>
          </IconButton>
        )}
        <nav ref={links} className={styles.wide} aria-label={labels.navigation}>
          <MenuLinks page={page} className={styles.link} />
        </nav>
        <ModeToggle />
        <IconButton
          className={styles.burger}
          aria-label={labels.openMenu}
          aria-haspopup="dialog"
          onClick={openMenu}
        >
          <Icon name="menu" />
        </IconButton>
      </div>
      {/* The drawer is outside of the content, whose containment would clip it as it slides out. */}
      <Drawer dialog={dialog} page={page} wasOpened={wasOpened} onClose={focusLinks} />
    </div>
  );
}

/** Scrolls to the top and moves the focus there, because the pressed button disappears (PAGE-3). */
function goToTop(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
  scrollToTop('smooth');
}

/**
 * Switches between light and dark (MODE-1). The server does not know the mode, so it renders both names, and the style sheet
 * shows the right one even before hydration.
 */
function ModeToggle() {
  return (
    <IconButton className={styles.mode} onClick={() => toggleMode(window)}>
      <span className={visibility.whenLight}>
        <Icon name="moon" />
        <VisuallyHidden>{labels.toDarkMode}</VisuallyHidden>
      </span>{' '}
      <span className={visibility.whenDark}>
        <Icon name="sun" />
        <VisuallyHidden>{labels.toLightMode}</VisuallyHidden>
      </span>
    </IconButton>
  );
}

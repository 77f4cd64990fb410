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
import { Wordmark } from './wordmark.tsx';

/** Scroll beyond which the way back to the top is there (specification, section 9). */
const BACK_TO_TOP_PX = 300;

/** Shows the bar of every page: the studio's name, the way back to the top, the navigation, the colour mode, the menu. */
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

  // A window that has become wide shows these links instead of the burger, to which the focus would return.
  const focusLinks = () => links.current?.querySelector('a')?.focus();

  return (
    <div className={`${styles.bar} ${isHome ? styles.night : styles.ground}`} data-scrolled={isScrolled}>
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
        {isFar && (
          <IconButton className={styles.toTop} aria-label={backToTop} onClick={goToTop}>
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
      {/* Outside the content, whose containment would clip the panel as it slides out. */}
      <Drawer dialog={dialog} page={page} wasOpened={wasOpened} onClose={focusLinks} />
    </div>
  );
}

/** Moves the focus to the top too: the button that has it disappears there (PAGE-3). */
function goToTop(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
  scrollToTop('smooth');
}

/**
 * Switches between light and dark (MODE-1). Both names are rendered and the style sheet shows one: the server does not know the
 * mode, and the name is right before hydration.
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

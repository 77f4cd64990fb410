import { toggleMode } from '../theme/colour-mode.ts';
import { MoonIcon, SunIcon } from '../theme/icons.tsx';
import styles from './by-mode.module.css';
import { IconButton } from './icon-button.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

interface ModeToggleProps {
  toDark: string;
  toLight: string;
}

/**
 * Switches between light and dark (MODE-1). Both names are rendered and the style sheet shows one: the server does not know the
 * mode, and the name is right before hydration.
 */
export function ModeToggle({ toDark, toLight }: ModeToggleProps) {
  return (
    <IconButton onClick={() => toggleMode(window)}>
      <span className={styles.whenLight}>
        <MoonIcon />
        <VisuallyHidden>{toDark}</VisuallyHidden>
      </span>{' '}
      <span className={styles.whenDark}>
        <SunIcon />
        <VisuallyHidden>{toLight}</VisuallyHidden>
      </span>
    </IconButton>
  );
}

import { labels } from '../content/labels.ts';
import { toggleMode } from '../theme/colour-mode.ts';
import { MoonIcon, SunIcon } from '../theme/icons.tsx';
import byMode from '../ui/by-mode.module.css';
import { IconButton } from '../ui/icon-button.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

/**
 * Switches between light and dark (MODE-1). Both names are rendered and the style sheet shows one: the server does not know the
 * mode, and the name is right before hydration.
 */
export function ModeToggle() {
  return (
    <IconButton onClick={() => toggleMode(window)}>
      <span className={byMode.whenLight}>
        <MoonIcon />
        <VisuallyHidden>{labels.toDarkMode}</VisuallyHidden>
      </span>{' '}
      <span className={byMode.whenDark}>
        <SunIcon />
        <VisuallyHidden>{labels.toLightMode}</VisuallyHidden>
      </span>
    </IconButton>
  );
}

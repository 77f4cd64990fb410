import type { ComponentProps } from 'react';
import { useChosenMode } from './use-chosen-mode.ts';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'loading'> {
  src: string;
  /** The same picture in the colours of the dark mode; without it one does for both. */
  srcDark?: string | undefined;
}

/** When the dark one is shown, by the visitor's choice. Paper is light. */
const darkWhen = {
  system: 'screen and (prefers-color-scheme: dark)',
  dark: 'screen',
  light: 'not all',
} as const;

/** A picture in the colours of the mode (MODE-1). Without scripts it follows the system. */
export function Picture({ src, srcDark, alt, ...rest }: PictureProps) {
  const mode = useChosenMode();
  return (
    <picture>
      {srcDark !== undefined && <source srcSet={srcDark} media={darkWhen[mode]} />}
      <img {...rest} src={src} alt={alt} loading="lazy" />
    </picture>
  );
}

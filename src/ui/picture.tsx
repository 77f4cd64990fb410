import type { ComponentProps } from 'react';
import styles from './by-mode.module.css';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'loading'> {
  src: string;
  /** The same picture in the colours of the dark mode; without it one does for both. */
  srcDark?: string | undefined;
}

/**
 * Shows a picture in the colours of the mode (MODE-1). The style sheet shows one of the two, and browsers do not fetch a lazy
 * picture that is not displayed.
 */
export function Picture({ src, srcDark, className = '', alt, ...rest }: PictureProps) {
  if (!srcDark) return <img {...rest} className={className} src={src} alt={alt} loading="lazy" />;
  return (
    <>
      <img {...rest} className={`${className} ${styles.whenLight}`} src={src} alt={alt} loading="lazy" />
      <img {...rest} className={`${className} ${styles.whenDark}`} src={srcDark} alt={alt} loading="lazy" />
    </>
  );
}

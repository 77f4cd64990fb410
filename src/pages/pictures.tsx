import type { ComponentProps } from 'react';
import { identity } from '../content/identity.ts';
import byMode from '../ui/by-mode.module.css';
import styles from './pictures.module.css';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'loading'> {
  src: string;
  /** The picture in dark mode; absent if one serves both modes. */
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
      <img {...rest} className={`${className} ${byMode.whenLight}`} src={src} alt={alt} loading="lazy" />
      <img {...rest} className={`${className} ${byMode.whenDark}`} src={srcDark} alt={alt} loading="lazy" />
    </>
  );
}

/** Shows the administrator's portrait, in a circle. */
export function Portrait({ className }: { className: string }) {
  return (
    <img
      className={`${styles.portrait} ${className}`}
      src="/images/avatar.svg"
      alt={identity.portraitAlt}
      width={128}
      height={128}
    />
  );
}

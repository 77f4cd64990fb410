import type { ComponentProps } from 'react';
import styles from './by-mode.module.css';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'loading'> {
  src: string;
  /** The same picture in the colours of the dark mode; without it one does for both. */
  srcDark?: string | undefined;
}

/** A picture in the colours of the mode. Both stand in the page, as with the mode's button; the one that is not shown is not fetched. */
export function Picture({ src, srcDark, className = '', alt, ...rest }: PictureProps) {
  if (srcDark === undefined)
    return <img {...rest} className={className} src={src} alt={alt} loading="lazy" />;
  return (
    <>
      <img {...rest} className={`${className} ${styles['whenLight']}`} src={src} alt={alt} loading="lazy" />
      <img
        {...rest}
        className={`${className} ${styles['whenDark']}`}
        src={srcDark}
        alt={alt}
        loading="lazy"
      />
    </>
  );
}

import type { ComponentProps } from 'react';
import { identity } from '../site.ts';
import visibility from '../ui/visibility.module.css';
import { portraitSizes } from './picture-files.ts';
import styles from './pictures.module.css';

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'loading'> {
  src: string;
  /** The picture for dark mode; absent if one serves both modes. */
  srcDark?: string | undefined;
}

/**
 * Shows a picture in the colours of the mode (MODE-1). The style sheet displays one of the two, and browsers do not load a lazy
 * picture that is not displayed.
 */
export function Picture({ src, srcDark, className = '', alt, ...rest }: PictureProps) {
  if (!srcDark) return <img {...rest} className={className} src={src} alt={alt} loading="lazy" />;
  return (
    <>
      <img {...rest} className={`${className} ${visibility.whenLight}`} src={src} alt={alt} loading="lazy" />
      <img
        {...rest}
        className={`${className} ${visibility.whenDark}`}
        src={srcDark}
        alt={alt}
        loading="lazy"
      />
    </>
  );
}

export function Portrait(props: Pick<ComponentProps<'img'>, 'className' | 'sizes' | 'loading'>) {
  const { className = '', sizes = '(min-width: 800px) 136px, 104px', loading } = props;
  if (!identity.hasPortrait) return null;
  return (
    <picture className={styles.sources}>
      <source type="image/avif" srcSet={portraitFiles('avif')} sizes={sizes} />
      <img
        className={`${styles.portrait} ${className}`}
        src="/images/portrait-192.webp"
        srcSet={portraitFiles('webp')}
        sizes={sizes}
        alt={identity.portraitAlt}
        loading={loading}
        fetchPriority="low"
        width={128}
        height={128}
      />
    </picture>
  );
}

const portraitFiles = (format: string) =>
  portraitSizes.map((side) => `/images/portrait-${side}.${format} ${side}w`).join(', ');

import { labels } from '../content/labels.ts';
import { ExternalIcon } from '../theme/icons.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './site-link.module.css';

interface SiteLinkProps {
  href: string;
  className?: string;
  children: string;
}

/** Shows a link (FOOT-2). An address that starts with http opens in a new tab and says so. */
export function SiteLink({ href, className, children }: SiteLinkProps) {
  if (!href.startsWith('http')) {
    return (
      <a className={className} href={href}>
        {children}
      </a>
    );
  }
  return (
    <a className={className} href={href} target="_blank" rel="noopener">
      {children}
      <ExternalIcon size={16} className={styles.external} />
      <VisuallyHidden>{` ${labels.newTab}`}</VisuallyHidden>
    </a>
  );
}

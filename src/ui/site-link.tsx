import { Link } from 'wouter';
import { ExternalIcon } from '../theme/icons.tsx';
import styles from './site-link.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface SiteLinkProps {
  href: string;
  newTabHint: string;
  className?: string;
  children: string;
}

/**
 * Shows a link (FOOT-2). An address that starts with http opens in a new tab and says so. A page of the site opens without a
 * reload, a file does not.
 */
export function SiteLink({ href, newTabHint, className, children }: SiteLinkProps) {
  if (href.startsWith('http')) {
    return (
      <a className={className} href={href} target="_blank" rel="noopener">
        {children}
        <ExternalIcon size={16} className={styles.external} />
        <VisuallyHidden>{` ${newTabHint}`}</VisuallyHidden>
      </a>
    );
  }
  if (href.startsWith('/') && !href.includes('.')) {
    return (
      <Link className={className} href={href}>
        {children}
      </Link>
    );
  }
  return (
    <a className={className} href={href}>
      {children}
    </a>
  );
}

import { labels } from '../content/labels.ts';
import { Icon } from '../theme/icons.tsx';
import text from '../ui/text.module.css';
import { VisuallyHidden } from '../ui/text.tsx';

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
      <Icon name="external" size={16} className={text.external} />
      <VisuallyHidden>{` ${labels.newTab}`}</VisuallyHidden>
    </a>
  );
}

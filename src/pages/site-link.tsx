import type { ComponentProps } from 'react';
import { Icon } from '../theme/icons.tsx';
import text from '../ui/text.module.css';
import { VisuallyHidden } from '../ui/visibility.tsx';
import { labels } from '../words/labels.ts';

/** Shows a link (FOOT-2); an address that starts with http opens in a new tab and says so. */
export function SiteLink({ children, ...rest }: ComponentProps<'a'> & { href: string }) {
  if (!rest.href.startsWith('http')) return <a {...rest}>{children}</a>;
  return (
    <a {...rest} target="_blank" rel="noopener">
      {children}
      <Icon name="external" size={16} className={text.external} />
      <VisuallyHidden>{` ${labels.newTab}`}</VisuallyHidden>
    </a>
  );
}

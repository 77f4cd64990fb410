import type { ReactNode } from 'react';
import { COPYRIGHT_YEAR, footer } from '../content/footer.ts';
import { labels } from '../content/labels.ts';
import { backToTop } from '../content/specified-texts.ts';
import type { ShownPage } from '../routes.ts';
import { BackToTop } from '../ui/back-to-top.tsx';
import { Footer } from '../ui/footer.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { Bar } from './bar.tsx';
import { scrollToTop } from './scroll.ts';
import { useSite } from './site-context.tsx';

/** Target of the skip link. */
export const CONTENT_ID = 'contenu';

interface FrameProps {
  page: ShownPage;
  children: ReactNode;
}

/** Shows what surrounds the pages other than the home: skip link, header, `main`, footer, back to the top (PAGE-4). */
export function Frame({ page, children }: FrameProps) {
  return (
    <>
      <SkipLink target={CONTENT_ID}>{labels.skipToContent}</SkipLink>
      <header>
        <Bar page={page} />
      </header>
      <main id={CONTENT_ID} tabIndex={-1}>
        {children}
      </main>
      <PageFoot ridge />
    </>
  );
}

/** Shows the footer with the administrator's name, and the button back to the top. */
export function PageFoot({ ridge }: { ridge: boolean }) {
  const { profile } = useSite();
  const copyright = (
    <>
      {`© ${COPYRIGHT_YEAR} `}
      <span data-profile="name">{profile.name}</span>
    </>
  );
  return (
    <>
      <Footer
        promise={footer.promise}
        groups={footer.groups}
        copyright={copyright}
        newTabHint={labels.newTab}
        ridge={ridge}
      />
      <BackToTop label={backToTop} onActivate={goToTop} />
    </>
  );
}

/** Moves the focus to the top too: the button that has it disappears there. */
function goToTop(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
  scrollToTop(window, 'smooth');
}

import type { ReactNode } from 'react';
import type { ShownPage } from '../routes.ts';
import { Bar } from './bar.tsx';
import { Footer } from './footer.tsx';
import { CONTENT_ID, SkipLink } from './skip-link.tsx';

interface FrameProps {
  page: ShownPage;
  children: ReactNode;
}

/** Shows what surrounds the pages other than the home: skip link, header, `main`, footer (PAGE-4). */
export function Frame({ page, children }: FrameProps) {
  return (
    <>
      <SkipLink />
      <header>
        <Bar page={page} />
      </header>
      <main id={CONTENT_ID} tabIndex={-1}>
        {children}
      </main>
      <Footer ridge />
    </>
  );
}

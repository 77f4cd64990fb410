import { accessibility, legalMention } from '../site.ts';
import { ReadingPage } from './reading-page.tsx';

/** Shows six numbered sections and the accessibility statement (LEGAL-1). */
export function LegalMentionPage() {
  return <ReadingPage {...legalMention} appendix={accessibility} />;
}

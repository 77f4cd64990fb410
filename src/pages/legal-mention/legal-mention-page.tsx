import { accessibility } from '../../content/accessibility.ts';
import { legalMention } from '../../content/legal-mention.ts';
import { ReadingPage } from '../reading/reading-page.tsx';

/** Shows six numbered sections, and the accessibility statement (LEGAL-1). */
export function LegalMentionPage() {
  return <ReadingPage {...legalMention} appendix={accessibility} />;
}

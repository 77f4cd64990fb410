import { accessibility } from '../../content/accessibility.ts';
import { legalMention } from '../../content/legal-mention.ts';
import { ReadingPage } from '../reading/reading-page.tsx';

/** LEGAL-1: six numbered sections, and the accessibility statement. */
export function LegalMentionPage() {
  return <ReadingPage {...legalMention} appendix={accessibility} />;
}

LegalMentionPage.head = legalMention.head;

import { legalMention } from '../../content/legal-mention.ts';
import { ReadingPage } from '../reading/reading-page.tsx';

/** LEGAL-1: six numbered sections. */
export function LegalMentionPage() {
  return <ReadingPage {...legalMention} />;
}

LegalMentionPage.head = legalMention.head;

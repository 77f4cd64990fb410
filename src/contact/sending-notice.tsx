import { useSyncExternalStore } from 'react';
import { contactForm } from '../content/contact.ts';
import { Notice } from '../ui/notice.tsx';
import { useSending } from './sending.ts';

/** Shows the outcome of the sending (FORM-5, FORM-6), on any page. */
export function SendingNotice() {
  const sending = useSending();
  const { notice } = useSyncExternalStore(sending.subscribe, sending.get, sending.get);
  return <Notice notice={notice} closeLabel={contactForm.closeNotice} onClose={sending.closeNotice} />;
}

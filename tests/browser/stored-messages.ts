import { expect } from '@playwright/test';
import type { Site } from '../support/site.ts';

export interface StoredMessage {
  id: string;
  fullname: string;
  email: string;
  subject: string;
  phone: string;
  message: string;
}

/** The messages of one visitor, of as many as the tests of one worker send, as the operator lists them on the command line. */
export async function storedMessages(site: Pick<Site, 'cli'>, email: string): Promise<StoredMessage[]> {
  const listed = await site.cli('messages', 'list', '--json', '--limit', '500');
  expect(listed.code, listed.stderr).toBe(0);
  const messages: StoredMessage[] = JSON.parse(listed.stdout);
  return messages.filter((message) => message.email === email);
}

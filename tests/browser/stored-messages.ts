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

/** The newest messages, as many as the tests of one worker send, as the operator lists them on the command line. */
export async function newestMessages(site: Pick<Site, 'cli'>): Promise<StoredMessage[]> {
  const listed = await site.cli('messages', 'list', '--json', '--limit', '500');
  expect(listed.code, listed.stderr).toBe(0);
  return JSON.parse(listed.stdout);
}

/** The messages of one visitor. */
export async function storedMessages(site: Pick<Site, 'cli'>, email: string): Promise<StoredMessage[]> {
  const messages = await newestMessages(site);
  return messages.filter((message) => message.email === email);
}

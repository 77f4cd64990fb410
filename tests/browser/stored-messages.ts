import { expect } from '@playwright/test';
import type { Site } from '../support/site.ts';

/** Gives the messages of one visitor, of as many as the tests of one worker send, as the operator's command line lists them. */
export async function storedMessages(site: Pick<Site, 'cli'>, email: string): Promise<{ email: string }[]> {
  const listed = await site.cli('messages', 'list', '--json', '--limit', '500');
  expect(listed.code, listed.stderr).toBe(0);
  const messages: { email: string }[] = JSON.parse(listed.stdout);
  return messages.filter((message) => message.email === email);
}

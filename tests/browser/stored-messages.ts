import { expect } from '@playwright/test';
import type { Site } from '../support/site.ts';

const NOTHING_FOUND = 3;

/** Returns the messages of one visitor, as the operator exports them on the command line. */
export async function storedMessages(site: Pick<Site, 'cli'>, email: string): Promise<object[]> {
  const exported = await site.cli('person', 'export', email);
  if (exported.code === NOTHING_FOUND) return [];
  expect(exported.code, exported.stderr).toBe(0);
  return JSON.parse(exported.stdout).messages;
}

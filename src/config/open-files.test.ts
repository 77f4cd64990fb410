import { expect, it } from 'vitest';
import { openFilesLimit } from './open-files.server.ts';

it('the limit is read without waiting for the DNS names of open connections', () => {
  expect(openFilesLimit()).toBeGreaterThan(100);
  // Node leaves both out together.
  expect(process.report.getReport()).not.toHaveProperty('header.networkInterfaces');
});

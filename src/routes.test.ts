import { expect, test } from 'vitest';
import { scrollBehaviorFor } from './routes.ts';

test.each([
  ['/contact', 'instant'],
  ['/legal-mention', 'instant'],
  ['/privacy', 'instant'],
  ['/%63ontact', 'instant'],
  ['/', 'smooth'],
  ['/about', 'smooth'],
  ['/nulle-part', 'smooth'],
  ['/contact/nulle-part', 'smooth'],
] as const)('PAGE-2: entering %s scrolls to the top: %s', (path, behavior) => {
  expect(scrollBehaviorFor(path)).toBe(behavior);
});

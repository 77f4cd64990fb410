import { EnvelopArmor } from '@escape.tech/graphql-armor';
import type { Plugin } from 'graphql-yoga';

/** Limits of one request; twice or more what the site's own two documents need. */
const limits = {
  maxDepth: { n: 6 },
  maxAliases: { n: 10 },
  maxDirectives: { n: 10 },
  maxTokens: { n: 500 },
  costLimit: { maxCost: 1000 },
} as const;

/** The largest body in bytes that is read before a request is refused: 2000 characters of four bytes fit eight times. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Plugins that refuse costly documents before they run. Field suggestions are switched off as well. */
export function limitPlugins(): Plugin[] {
  return new EnvelopArmor(limits).protect().plugins as unknown as Plugin[];
}

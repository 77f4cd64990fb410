import * as v from 'valibot';
import { pageAt, routes } from '../routes.ts';
import { type Device, devices } from '../storage/schema.ts';

/** Paths outside the route table are counted together, so that nobody can fill the table with invented ones. */
export const UNKNOWN_PATH = '(inconnue)';

/** One view, as counted: nothing in it tells one visitor from another. */
export interface PageView {
  path: string;
  referrer: string;
  device: Device;
}

/** Matches a public host name. IP addresses and private names could identify the visitor. */
const PUBLIC_HOST = /^((?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+)(?::\d{1,5})?$/;
/**
 * Suffixes that no public name has (RFC 6761; RFC 6762, appendix G; RFC 8375; ICANN's `internal`), and those of home routers.
 */
const PRIVATE_HOST =
  /(^|\.)(local|localhost|localdomain|lan|home|home\.arpa|internal|intranet|corp|private|test|invalid|fritz\.box)$/;
const MAX_HOST_LENGTH = 100;

const pageView = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    path: v.pipe(v.string(), v.transform(countedPath)),
    referrer: v.optional(v.pipe(v.string(), v.transform(countedReferrer)), ''),
    device: v.optional(v.picklist(devices), 'desktop'),
  }),
);

/** Returns the name of a public host; empty for any other. */
function countedReferrer(host: string): string {
  const name = PUBLIC_HOST.exec(host)?.[1] ?? '';
  return name.length > MAX_HOST_LENGTH || PRIVATE_HOST.test(name) ? '' : name;
}

/** Returns one path per page, however it is encoded. */
function countedPath(path: string): string {
  const page = pageAt(path);
  return page ? routes[page].path : UNKNOWN_PATH;
}

/** Parses the body of a beacon; undefined if it is not a page view. */
export function parsePageView(body: string): PageView | undefined {
  const { success, output } = v.safeParse(pageView, body);
  return success ? output : undefined;
}

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

const HOST_PATTERN = /^[a-z0-9.-]{1,100}(:\d{1,5})?$/;

const pageView = v.object({
  path: v.pipe(v.string(), v.transform(countedPath)),
  referrer: v.optional(
    v.pipe(
      v.string(),
      v.transform((host) => (HOST_PATTERN.test(host) ? host : '')),
    ),
    '',
  ),
  device: v.optional(v.picklist(devices), 'desktop'),
});

/** One per page, however its letters are encoded. */
function countedPath(path: string): string {
  const page = pageAt(path);
  return page ? routes[page].path : UNKNOWN_PATH;
}

/** What the body of a beacon says, undefined when it is no page view. */
export function parsePageView(body: string): PageView | undefined {
  try {
    const parsed = v.safeParse(pageView, JSON.parse(body));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

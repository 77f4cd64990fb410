import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const publicDir = resolve(import.meta.dirname, '../../../public');

/** Puts the site's own poster and video, and a robots.txt, beside a peer's page. @param {string} folder created when absent */
export function addMedia(folder) {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(publicDir, 'images/home-poster.avif'), join(folder, 'poster.avif'));
  copyFileSync(join(publicDir, 'video/home-video.mp4'), join(folder, 'video.mp4'));
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\nAllow: /\n');
}

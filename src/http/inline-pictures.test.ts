import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inlinePictures } from './inline-pictures.server.ts';

const drawing = `<svg xmlns="http://www.w3.org/2000/svg">
  <path fill="#5e17eb" d="M0 0h64 M8 8 L 16 .5"/>
  <g id='b'/>
</svg>
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  mkdirSync(join(folder, 'images'));
  writeFileSync(join(folder, 'images/avatar.svg'), drawing);
  writeFileSync(join(folder, 'favicon.svg'), drawing);
});

afterEach(() => rmSync(folder, { recursive: true }));

test('a small drawing travels in the document, whole', () => {
  const address = inlinePictures(folder)['/images/avatar.svg'] ?? '';
  expect(address).toMatch(/^data:image\/svg\+xml,[^\s"'<>#]+$/);
  expect(decodeURIComponent(address.slice(address.indexOf(',') + 1))).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#5e17eb" d="M0,0h64 M8,8 L 16,.5"/><g id=\'b\'/></svg>',
  );
});

test('a large one stays a file', () => {
  writeFileSync(join(folder, 'images/avatar.svg'), drawing.padEnd(6145));
  expect(Object.keys(inlinePictures(folder))).toEqual(['/favicon.svg']);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { digestFile, sharePictureDigest } from '../../scripts/share-picture-inputs.mjs';
import { sharePicturePath } from '../../src/pages/document/share-picture.ts';
import { pageNames } from '../../src/routes.ts';
import { ROOT } from '../support/root.ts';

it('the share pictures show the words, the poster and the colours of today (npm run share-pictures)', () => {
  expect(readFileSync(digestFile, 'utf8').trim()).toBe(sharePictureDigest());
});

describe.each(pageNames)('the share picture of %s', (name) => {
  it('has the size and the weight that every network takes', async () => {
    const bytes = readFileSync(join(ROOT, 'public', sharePicturePath(name)));
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect(bytes.length).toBeLessThan(300_000);
  });
});

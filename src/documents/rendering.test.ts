import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { plainSite, serverForAll } from '../../tests/support/server.ts';
import { firstProfile } from '../site.ts';
import { renderDocuments } from './rendering.server.ts';

const server = serverForAll();

const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

describe('a document', () => {
  it.each(Object.entries(decode))('is served in %s with its own tag', async (encoding, read) => {
    const { headers, rawPayload, statusCode } = await get('/', { 'accept-encoding': encoding });
    expect(statusCode).toBe(200);
    expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(headers.vary).toBe('accept-encoding');
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(headers.etag).toMatch(new RegExp(`^"[\\w-]{22}-${encoding}"$`));
    expect(read(rawPayload).toString()).toMatch(/^<!doctype html>/);
  });

  it('is not sent again to a browser that has it', async () => {
    const etag = String((await get('/about')).headers.etag);
    const again = await get('/about', { 'if-none-match': `"other", W/${etag}` });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
    expect(again.headers.etag).toBe(etag);
    expect((await get('/about', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });
});

type Render = typeof plainSite.render;
type FollowedProfile = Parameters<typeof renderDocuments>[0]['profile'];

async function documentsOf(render: Render, profile: FollowedProfile) {
  const logger = { error: vi.fn() };
  const config = { siteUrl: 'https://www.exemple.fr', apiUrl: undefined };
  const site = { ...plainSite, render };
  return { documents: await renderDocuments({ site, compress: false, profile, config, logger }), logger };
}

it('documents follow each change, also one during a rendering, and stay as they are if that fails', async () => {
  let name = 'first';
  let told = () => {};
  const change = (to: string) => {
    name = to;
    told();
  };
  const slow = Promise.withResolvers<void>();
  const render: Render = async ({ profile }) => {
    if (profile.name === 'first') {
      await delay(1);
      change('saved amid the first rendering');
    }
    if (profile.name === 'slow') await slow.promise;
    return profile.name || Promise.reject(new Error('no name'));
  };
  const { documents, logger } = await documentsOf(render, {
    get: () => ({ ...firstProfile, name }),
    onChange(listener) {
      told = listener;
    },
  });
  const html = () => String(documents.get('home')[0]?.body);
  const etag = () => documents.get('home')[0]?.etag;
  await expect.poll(html).toBe('saved amid the first rendering');
  const before = etag();
  for (const each of ['un', 'deux']) change(each);
  await expect.poll(html).toBe('deux');
  expect(etag(), 'no browser keeps the old one').not.toBe(before);
  change('');
  await expect.poll(() => logger.error).toHaveBeenCalledTimes(1);
  expect(html()).toBe('deux');
  for (const each of ['slow', 'trois']) {
    change(each);
    await delay(50);
  }
  expect(html(), 'no rendering overtakes another').toBe('deux');
  slow.resolve();
  await expect.poll(html).toBe('trois');
});

it('A1: pages with posted values are rendered one at a time, and thirty may wait', async () => {
  let running = 0;
  let rendered = Promise.resolve();
  const render: Render = async ({ contactResult }) => {
    running += 1;
    await rendered;
    running -= 1;
    return contactResult?.outcome === 'failed' ? Promise.reject(new Error('not rendered')) : 'page';
  };
  const { documents } = await documentsOf(render, { get: () => firstProfile, onChange() {} });
  const end = Promise.withResolvers<void>();
  rendered = end.promise;
  const page = (outcome: 'sent' | 'failed') => documents.contactPage({ values: {}, errors: [], outcome });
  const failed = expect(page('failed')).rejects.toThrow('not rendered');
  const others = Array.from({ length: 29 }, () => page('sent'));
  await expect(page('sent')).rejects.toMatchObject({ statusCode: 503 });
  expect(running).toBe(1);
  end.resolve();
  await failed;
  expect(await Promise.all(others)).toEqual(Array(29).fill('page'));
  const order: string[] = [];
  const both = ['first', 'second'].map((which) => page('sent').then(() => order.push(which)));
  setImmediate(() => order.push('another request'));
  await Promise.all(both);
  expect(order, 'a turn for others between two').toEqual(['first', 'another request', 'second']);
});

function get(url: string, headers: Record<string, string> = {}) {
  return server.app.inject({ url, headers });
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort, startSite } from '../support/site.ts';
import { MUTATION, post, send } from './api-request.ts';
import { fillForm, NOTICES, submit, validValues } from './contact-form.ts';
import { expect, open, test } from './fixtures.ts';
import { storedMessages } from './stored-messages.ts';

const PROFILE_QUERY = `query getAdminPublicProfil($id: Int!) {
  getAdminPublicProfil(id: $id) {
    name metier presentation
    projects { name description UrlInProd fonctionalites urlImage altImg }
    TechStacks { type technoFront technoBack technoDevops technoServicesTools }
  }
}`;

test('API-1: one endpoint takes POST with JSON and nothing else', async ({ request, site }) => {
  const query = { operationName: 'getAdminPublicProfil', query: PROFILE_QUERY, variables: { id: 3 } };
  expect((await post(request, site.url, query)).status).toBe(200);
  const get = await request.get(`${site.url}/graphql?query=${encodeURIComponent('{__typename}')}`);
  expect(get.status()).toBe(405);
  expect((await get.json()).errors[0].extensions.code).toBe('METHOD_NOT_ALLOWED');
  const form = await request.post(`${site.url}/graphql`, { form: { query: '{__typename}' } });
  expect(form.status()).toBe(415);
  const text = await request.post(`${site.url}/graphql`, {
    headers: { 'content-type': 'text/plain' },
    data: JSON.stringify(query),
  });
  expect(text.status()).toBe(415);
  const batch = await post(request, site.url, [query, query]);
  expect(batch.status).toBe(400);
});

test('API-1: the API may stand on another host, which then lets that site’s pages in and no other', async ({
  page,
  request,
  noise,
}) => {
  const [sitePort, apiPort] = [await freePort(), await freePort()];
  const env = { SITE_URL: `http://127.0.0.1:${sitePort}`, API_URL: `http://127.0.0.1:${apiPort}` };
  const api = await startSite({ env, port: apiPort });
  const site = await startSite({ env, port: sitePort });
  try {
    const asked: string[] = [];
    page.on('request', (each) => asked.push(`${each.method()} ${each.url()}`));
    await open(page, `${site.url}/contact`);
    const values = validValues();
    await fillForm(page, values);
    await submit(page).click();
    await expect(page.getByText(NOTICES.success).first()).toBeVisible();
    expect(asked.filter((each) => each.includes('/graphql'))).toContain(`POST ${api.url}/graphql`);
    expect(asked).not.toContain(`POST ${site.url}/graphql`);
    expect(await storedMessages(api, values.email)).toHaveLength(1);
    expect(noise.heard()).toEqual([]);
    const elsewhere = await request.post(`${api.url}/graphql`, {
      headers: { origin: 'https://ailleurs.exemple' },
      data: { query: '{__typename}' },
    });
    expect(elsewhere.status()).toBe(403);
    expect(elsewhere.headers()['access-control-allow-origin']).toBeUndefined();
  } finally {
    await site.stop();
    await api.stop();
  }
});

test('API-1: by default no other origin is let in', async ({ request, site }) => {
  const answer = await request.post(`${site.url}/graphql`, {
    headers: { origin: 'https://ailleurs.exemple' },
    data: { query: MUTATION, variables: { input: validValues() } },
  });
  expect(answer.status()).toBe(403);
  expect((await answer.json()).errors[0].extensions.code).toBe('CROSS_SITE_REFUSED');
  const preflight = await request.fetch(`${site.url}/graphql`, {
    method: 'OPTIONS',
    headers: { origin: 'https://ailleurs.exemple', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers()['access-control-allow-origin']).toBeUndefined();
});

test('API-2: the profile has every field by its exact name, and an unknown id is null', async ({
  request,
  site,
}) => {
  const { status, body } = await post(request, site.url, { query: PROFILE_QUERY, variables: { id: 3 } });
  expect(status).toBe(200);
  expect(body.errors).toBeUndefined();
  const profile = body.data.getAdminPublicProfil;
  expect(Object.keys(profile)).toEqual(['name', 'metier', 'presentation', 'projects', 'TechStacks']);
  expect(profile.name).not.toBe('');
  expect(profile.presentation).toMatch(/^<p>/);
  const project = ['name', 'description', 'UrlInProd', 'fonctionalites', 'urlImage', 'altImg'];
  for (const each of profile.projects) expect(Object.keys(each)).toEqual(project);
  const stack = ['type', 'technoFront', 'technoBack', 'technoDevops', 'technoServicesTools'];
  for (const each of profile.TechStacks) expect(Object.keys(each)).toEqual(stack);
  for (const id of [0, 1, 4, -3, 2_147_483_647]) {
    const unknown = await post(request, site.url, { query: PROFILE_QUERY, variables: { id } });
    expect(unknown.body).toEqual({ data: { getAdminPublicProfil: null } });
  }
  const noNumber = await post(request, site.url, { query: PROFILE_QUERY, variables: { id: 'trois' } });
  expect(noNumber.body.errors).toHaveLength(1);
});

test('API-3: isSend is true once the message and its mail are kept, even when the process dies at once', async ({
  request,
}) => {
  const site = await startSite({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  const values = validValues();
  const { body } = await send(request, site.url, values);
  await site.kill();
  expect(body).toEqual({ data: { postContactForm: { isSend: true } } });
  const store = new DatabaseSync(join(site.dataDir, 'vitrine.db'), { timeout: 5_000 });
  const rows = store
    .prepare(
      'select m.fullname, m.subject, m.phone, m.body, o.state from message m join outbox o on o.message_id = m.id where m.email = ?',
    )
    .all(values.email);
  store.close();
  await rm(site.dataDir, { recursive: true });
  expect(rows.map((row) => ({ ...row }))).toEqual([
    {
      fullname: values.fullname,
      subject: values.subject,
      phone: values.phone,
      body: values.message,
      state: 'pending',
    },
  ]);
});

test('API-4: a failure of the server says nothing of its detail and has a stable code', async ({
  request,
}) => {
  const site = await startSite({ expectedErrors: /./ });
  try {
    const store = new DatabaseSync(join(site.dataDir, 'vitrine.db'), { timeout: 5_000 });
    store.exec('pragma foreign_keys = off; drop table outbox; drop table message;');
    store.close();
    const { body } = await send(request, site.url, validValues());
    expect(body.data?.postContactForm ?? null).toBeNull();
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0].extensions.code).toBe('INTERNAL_SERVER_ERROR');
    expect(JSON.stringify(body)).not.toMatch(/sqlite|no such table|insert|stack|\.ts|node_modules/i);
  } finally {
    await site.stop();
  }
});

test('API-4: each refusal has a stable code and gives no hint about the schema', async ({
  request,
  site,
}) => {
  const refusals: [unknown, string][] = [
    [{ query: '{' }, 'GRAPHQL_PARSE_FAILED'],
    [{ query: '{ getAdminPublicProfi(id: 3) { name } }' }, 'GRAPHQL_VALIDATION_FAILED'],
    [{ query: '{ getAdminPublicProfil(id: 3) { nam } }' }, 'GRAPHQL_VALIDATION_FAILED'],
  ];
  for (const [data, code] of refusals) {
    const { body } = await post(request, site.url, data);
    expect(body.errors[0].extensions?.code, JSON.stringify(data)).toBe(code);
    expect(JSON.stringify(body)).not.toMatch(/did you mean|stacktrace|node_modules/i);
  }
  const { body } = await post(request, site.url, { query: '{ __schema { types { name } } }' });
  expect(body.data ?? null).toBeNull();
});

test('API-4: a limited visitor is told so with a code, 429 and when to come back', async ({ request }) => {
  const site = await startSite({ env: { RATE_LIMIT: '2' } });
  try {
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await send(request, site.url, validValues())).body.errors).toBeUndefined();
    }
    const answer = await request.post(`${site.url}/graphql`, {
      data: { query: MUTATION, variables: { input: validValues() } },
    });
    expect(answer.status()).toBe(429);
    expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(0);
    expect((await answer.json()).errors[0].extensions.code).toBe('CONTACT_RATE_LIMITED');
    expect((await post(request, site.url, { query: PROFILE_QUERY, variables: { id: 3 } })).status).toBe(200);
  } finally {
    await site.stop();
  }
});

test('HOME-5: a hostile presentation in the store comes out safe, in the API and in the served page', async ({
  request,
}) => {
  const first = await startSite();
  const { dataDir } = first;
  await first.kill();
  const store = new DatabaseSync(join(dataDir, 'vitrine.db'), { timeout: 5_000 });
  store
    .prepare('update profile set presentation = ?, version = version + 1 where id = 3')
    .run(
      '<p>Texte <strong>gardé</strong><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">ici</a></p>',
    );
  store.close();
  const site = await startSite({ dataDir });
  try {
    const { body } = await post(request, site.url, { query: PROFILE_QUERY, variables: { id: 3 } });
    const html = await (await request.get(`${site.url}/`)).text();
    for (const text of [body.data.getAdminPublicProfil.presentation, html]) {
      expect(text).toContain('Texte <strong>gardé</strong>');
      expect(text).not.toMatch(/alert\(1\)|onerror|javascript:/);
    }
  } finally {
    await site.stop();
    await rm(dataDir, { recursive: true });
  }
});

test('DATA-1: a message older than 12 months is gone after the next start, with its copies, a younger one stays', async ({
  request,
}) => {
  const first = await startSite();
  const { dataDir } = first;
  const [old, young] = [validValues(), validValues()];
  for (const values of [old, young]) await send(request, first.url, values);
  await first.kill();
  const store = new DatabaseSync(join(dataDir, 'vitrine.db'), { timeout: 5_000 });
  store.prepare('update message set received_at = ? where email = ?').run(monthsAgo(12, 1), old.email);
  store.prepare('update message set received_at = ? where email = ?').run(monthsAgo(12, -1), young.email);
  store.close();
  const site = await startSite({ dataDir });
  try {
    await expect(async () => expect(await storedMessages(site, old.email)).toEqual([])).toPass({
      timeout: 60_000,
    });
    expect(await storedMessages(site, young.email)).toHaveLength(1);
    const after = new DatabaseSync(join(dataDir, 'vitrine.db'), { readOnly: true });
    const { count } = after.prepare('select count(*) as count from outbox').get() as { count: number };
    after.close();
    expect(count).toBe(1);
  } finally {
    await site.stop();
    await rm(dataDir, { recursive: true });
  }
});

/** The instant this many months and days ago. */
function monthsAgo(months: number, days: number): number {
  const date = new Date();
  date.setMonth(date.getMonth() - months);
  date.setDate(date.getDate() - days);
  return date.getTime();
}

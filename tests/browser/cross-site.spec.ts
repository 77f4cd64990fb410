import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FormValues } from './contact-form.ts';
import { validValues } from './contact-form.ts';
import { expect, test } from './fixtures.ts';
import { storedMessages } from './stored-messages.ts';

/** A page of somebody else, with a form that posts to the site's own. */
async function startOtherSite(action: string, values: FormValues) {
  const fields = Object.entries(values)
    .map(([name, value]) => `<textarea name="${name}">${value}</textarea>`)
    .join('');
  const html = `<!doctype html><link rel="icon" href="data:,"><title>Autre site</title>
    <form method="post" action="${action}">${fields}<button>Gagner</button></form>`;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    // Another site than 127.0.0.1 for the browser, and another origin than the same site's other ports.
    elsewhere: `http://localhost:${port}`,
    otherPort: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

for (const from of ['elsewhere', 'otherPort'] as const) {
  test(`FORM-7, FORM-8: a form on a page of another origin is refused with 403 and stores nothing (${from})`, async ({
    page,
    site,
    noise,
  }) => {
    // How Chromium words a refusal without a page; with a window, the first way, without one, the second or none.
    noise.allow(/status of 403/);
    noise.allow(/^request failed: .*\/contact net::ERR_HTTP_RESPONSE_CODE_FAILURE/);
    const values = validValues();
    const other = await startOtherSite(`${site.url}/contact`, values);
    try {
      await page.goto(other[from]);
      const posted = page.waitForResponse((answer) => answer.request().method() === 'POST');
      await page.getByRole('button', { name: 'Gagner' }).click();
      expect((await posted).status()).toBe(403);
      expect(await storedMessages(site, values.email)).toEqual([]);
      await page.request.post(`${site.url}/contact`, { form: { ...values } });
      expect(await storedMessages(site, values.email), 'only the origin was wrong').toHaveLength(1);
    } finally {
      await other.stop();
    }
  });
}

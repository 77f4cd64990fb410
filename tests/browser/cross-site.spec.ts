import * as form from './contact-form.ts';
import { expect, test } from './fixtures.ts';
import { startOtherSite } from './other-site.ts';
import { storedMessages } from './stored-messages.ts';

for (const from of ['elsewhere', 'otherPort'] as const) {
  test(`FORM-7, FORM-8: a form of another origin is refused (${from})`, async ({ page, site, noise }) => {
    // How Chromium words a refusal without a page; with a window, the first way, without one, the second or none.
    noise.allow(/status of 403/);
    noise.allow(/^request failed: .*\/contact net::ERR_HTTP_RESPONSE_CODE_FAILURE/);
    const values = form.validValues();
    const fields = Object.entries(values).map(
      ([name, value]) => `<textarea name="${name}">${value}</textarea>`,
    );
    const other = await startOtherSite(
      `<form method="post" action="${site.url}/contact">${fields.join('')}<button>Gagner</button></form>`,
    );
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

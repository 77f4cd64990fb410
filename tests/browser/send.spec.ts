import { startSite } from '../support/site.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import * as form from './contact-form.ts';
import { expect, open, test } from './fixtures.ts';
import { storedMessages } from './stored-messages.ts';

const MAIL = {
  MAIL_FROM: 'site@studio.example',
  CONTACT_TO: 'boite@studio.example',
  MAIL_RETRY_SECONDS: '1',
};

test('FORM-5, API-3: from the browser’s form to the studio’s mailbox and the store', async ({ page }) => {
  const sink = await startSmtpSink();
  const site = await startSite({ env: { SMTP_URL: sink.url, ...MAIL } });
  try {
    await open(page, `${site.url}/contact`);
    const values = await form.send(page);
    await expect(page.getByText(form.NOTICES.success).first()).toBeVisible();
    await form.expectEmptied(page);
    const mail = await sink.waitFor(({ parsed }) => parsed.replyTo?.[0]?.address === values.email, 60_000);
    expect(mail.parsed.to?.map(({ address }) => address)).toEqual([MAIL.CONTACT_TO]);
    for (const line of values.message.split('\n')) expect(mail.parsed.text).toContain(line);
    expect(sink.messages).toHaveLength(1);
    expect(await storedMessages(site, values.email)).toMatchObject([values]);
  } finally {
    await site.stop();
    await sink.stop();
  }
});

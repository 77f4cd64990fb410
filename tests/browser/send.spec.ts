import { type Site, startSite } from '../support/site.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import * as form from './contact-form.ts';
import { expect, open, test } from './fixtures.ts';
import { storedMessages } from './stored-messages.ts';

const MAIL = {
  MAIL_FROM: 'site@studio.example',
  CONTACT_TO: 'boite@studio.example',
  MAIL_RETRY_SECONDS: '1',
};

async function expectMail(sink: SmtpSink, values: form.Values): Promise<void> {
  const mail = await sink.waitFor(({ parsed }) => parsed.replyTo?.[0]?.address === values.email, 60_000);
  expect(mail.parsed.from).toMatchObject({ address: MAIL.MAIL_FROM });
  expect(mail.parsed.to?.map(({ address }) => address)).toEqual([MAIL.CONTACT_TO]);
  expect(mail.parsed.replyTo).toHaveLength(1);
  expect(mail.parsed.messageId).toMatch(/^<[^@\s]+@[^@\s]+>$/);
  expect(mail.parsed.subject).toContain(values.subject);
  for (const part of [values.fullname, values.email, values.phone, ...values.message.split('\n')]) {
    expect(mail.parsed.text).toContain(part);
  }
  expect(sink.messages.filter(({ parsed }) => parsed.replyTo?.[0]?.address === values.email)).toHaveLength(1);
}

async function expectStored(site: Site, values: form.Values): Promise<void> {
  const stored = await storedMessages(site, values.email);
  expect(stored).toHaveLength(1);
  expect(stored[0]).toMatchObject({ ...values });
}

test('FORM-5, API-3: from the browser’s form to the studio’s mailbox and the store', async ({ page }) => {
  const sink = await startSmtpSink();
  const site = await startSite({ env: { SMTP_URL: sink.url, ...MAIL } });
  try {
    await open(page, `${site.url}/contact`);
    const values = await form.send(page);
    await expect(page.getByText(form.NOTICES.success).first()).toBeVisible();
    await form.expectEmptied(page);
    await expectMail(sink, values);
    await expectStored(site, values);
  } finally {
    await site.stop();
    await sink.stop();
  }
});

import { openStorage } from '../../src/storage/open-storage.server.ts';
import { until } from '../support/launched.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { type Attack, type Finding, none } from './attack.ts';
import { startSiteProcess } from './site-process.ts';
import { beyondOne, deliveredMails, missingFrom, untilDelivered } from './tally.ts';
import { atOnce, createVisitors } from './visitors.ts';

const MESSAGES = 20;

async function readiness(url: string) {
  const answer = await fetch(`${url}/readyz`);
  const { outbox } = (await answer.json()) as { outbox: { refused: number; lastError: string } };
  return { ready: answer.ok, outbox };
}

/** Makes every mail as old as one that was refused for five days, and due. No process has it under way. */
async function letFiveDaysPass(dataDir: string): Promise<void> {
  const storage = await openStorage({ dataDir });
  const aged = { created_at: Date.now() - 5 * 86_400_000, due_at: 0, attempts: 1_000 };
  await storage.db
    .updateTable('outbox')
    .set({ ...aged, lease_owner: null, lease_until: null })
    .execute();
  await storage.close();
}

async function run(dataDir: string): Promise<Finding[]> {
  const sink = await startSmtpSink();
  sink.mode = 'permanent';
  const options = { location: { dataDir }, env: { SMTP_URL: sink.url } };
  const first = await startSiteProcess(options);
  const visitors = createVisitors(first.url);
  await atOnce(MESSAGES, 5, (index) => visitors.send(`essai-r-${index}`));
  visitors.close();
  const waits = async () => (await readiness(first.url)).outbox.lastError === 'SMTP 550';
  await until(waits, first.output, 20_000);
  const { refused: refusedAtOnce } = (await readiness(first.url)).outbox;
  await first.end('SIGKILL');

  await letFiveDaysPass(dataDir);
  const later = await startSiteProcess(options);
  const allRefused = async () => (await readiness(later.url)).outbox.refused === MESSAGES;
  await until(allRefused, later.output, 20_000);
  const alarm = await later.metric('vitrine_outbox_refused');
  await later.end('SIGKILL');

  sink.mode = 'accept';
  const second = await startSiteProcess(options);
  const status = await second.cli('advanced', 'outbox', '--json');
  const listed = (JSON.parse(status.stdout) as { refused: number }).refused;
  const { ready, outbox } = await readiness(second.url);
  const uncalled = sink.messages.length;
  await second.cli('advanced', 'resend', '--all-refused');
  const { acknowledged } = visitors.ledger;
  await untilDelivered(sink, acknowledged, 20_000);
  const delivered = deliveredMails(sink);
  await second.end();
  await sink.stop();
  return [
    none('mails given up on before five days', refusedAtOnce),
    none('refused mails that the command does not list after a crash', Math.abs(MESSAGES - listed)),
    none('refused mails that the metrics do not count', Math.abs(MESSAGES - alarm)),
    none('refused mails that readiness does not count', Math.abs(MESSAGES - outbox.refused)),
    none('times the site was not ready for it', ready ? 0 : 1),
    none('mails sent again without being asked for', uncalled),
    none('lost', missingFrom(delivered, acknowledged).length + MESSAGES - acknowledged.length),
    none('sent twice', beyondOne(delivered)),
  ];
}

export const mailRefused: Attack = {
  goal: 'R4',
  title:
    'the mail server refuses every mail for five days, the site crashes, and an operator has them sent again',
  run: async (_form, place) => run((await place.location('sqlite')).dataDir),
};

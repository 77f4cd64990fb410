import { setTimeout as delay } from 'node:timers/promises';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { type Attack, atLeast, atMost, type Finding, none } from './attack.ts';
import { startSiteProcess } from './site-process.ts';
import { createVisitors, keepDoing } from './visitors.ts';

const MB = 1_000_000;

interface Times {
  warmUpMs: number;
  lastsMs: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function run(dataDir: string, { warmUpMs, lastsMs }: Times): Promise<Finding[]> {
  const sink = await startSmtpSink();
  const site = await startSiteProcess({ location: { dataDir }, env: { SMTP_URL: sink.url } });
  const visitors = createVisitors(site.url);
  let wrong = 0;
  const paths = ['/', '/contact', '/about', '/legal-mention', '/privacy', '/readyz', '/nulle-part'];
  const reading = keepDoing(
    async (turn) => {
      const { status } = await visitors.page(paths[turn % paths.length]);
      if (![200, 404].includes(status)) wrong += 1;
    },
    10,
    4,
  );
  let sent = 0;
  const writing = keepDoing(() => visitors.send(`essai-k-${sent++}`), 50, 2);
  // The mails would be what grows, in this process.
  const forgetting = keepDoing(async () => sink.messages.splice(0), 1_000);
  await delay(warmUpMs);
  const sizes: number[] = [];
  for (const began = performance.now(); performance.now() - began < lastsMs; await delay(lastsMs / 50))
    sizes.push((await site.metric('process_resident_memory_bytes')) / MB);
  const visits = await reading.stop();
  await writing.stop();
  await forgetting.stop();
  const fifth = Math.max(1, Math.floor(sizes.length / 5));
  const growth = mean(sizes.slice(-fifth)) - mean(sizes.slice(0, fifth));
  const { code } = await site.end();
  await sink.stop();
  const lasted = lastsMs >= 60_000 ? `${Math.round(lastsMs / 60_000)} min` : `${lastsMs / 1_000} s`;
  return [
    atLeast(`pages read in ${lasted}`, visits, lastsMs / 100),
    atMost('growth of its memory after warming up', growth, 50, 'MB'),
    none('pages not served', wrong),
    none('messages not taken', visitors.ledger.refused.length + visitors.ledger.unclean.length),
    atMost('exit code', code ?? 1, 0),
  ];
}

export const soak: Attack = {
  goal: 'R13',
  title: 'pages, messages and mails, on and on',
  async run(form, place) {
    const { dataDir } = await place.location('sqlite');
    const minutes = place.soakMinutes;
    return form === 'short'
      ? run(dataDir, { warmUpMs: 3_000, lastsMs: 8_000 })
      : run(dataDir, { warmUpMs: Math.min(5, minutes / 4) * 60_000, lastsMs: minutes * 60_000 });
  },
};

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { launch, output, until } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { debianProgram } from './debian-program.ts';
import { readGuide } from './guide.ts';
import { replaceEach } from './proxy.ts';

const blocks = readGuide('docs/operations/monitoring.md');
const blockWith = (text: string) => blocks.find((block) => block.text.includes(text))?.text ?? '';
const rules = blockWith('alert: VitrineDown');
const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);

let prometheus: string;

beforeAll(async () => {
  prometheus = await debianProgram('prometheus');
});

/** Metrics of two sound processes for half an hour. */
const sound: Readonly<Record<string, string>> = {
  'up{job="vitrine", instance="3001"}': '1x30',
  'up{job="vitrine", instance="3002"}': '1x30',
  'vitrine_outbox_pending{instance="3001"}': '0x30',
  'vitrine_outbox_stuck{instance="3001"}': '0x30',
  'vitrine_outbox_refused{instance="3001"}': '0x30',
  'vitrine_accepts_messages{instance="3001"}': '1x30',
  'vitrine_accepts_messages{instance="3002"}': '1x30',
  'vitrine_contact_messages_total{result="accepted"}': '0+1x30',
  'vitrine_contact_messages_total{result="invalid"}': '0+1x30',
  'vitrine_contact_messages_total{result="limited"}': '0x30',
  'vitrine_contact_messages_total{result="overloaded"}': '0x30',
  'vitrine_contact_messages_total{result="failed"}': '0x30',
  'vitrine_http_requests_total{status="2xx"}': '0+100x30',
  'vitrine_http_requests_total{status="4xx"}': '0+9x30',
  'vitrine_http_requests_total{status="5xx"}': '0x30',
  'process_resident_memory_bytes{instance="3001"}': '150000000x30',
};

/** Values from the fifth minute on; `_` is a missing sample. */
const faults: readonly (readonly [alert: string, series: string, values: string])[] = [
  ['VitrineDown', 'up{job="vitrine", instance="3001"}', '1x5 0x25'],
  ['VitrineNotWatched', 'up{job="vitrine", instance="3001"}', '1x5 _x25'],
  ['VitrineNotWatched', 'vitrine_outbox_pending{instance="3001"}', '0x5 _x25'],
  ['MessagesNotAccepted', 'vitrine_accepts_messages{instance="3002"}', '1x5 0x25'],
  ['MessagesNotStored', 'vitrine_contact_messages_total{result="failed"}', '0x20 1x10'],
  ['MessagesNotStored', 'vitrine_contact_messages_total{result="overloaded"}', '0x20 1x10'],
  ['RequestsFailed', 'vitrine_http_requests_total{status="5xx"}', '0x20 1x10'],
  ['VisitorsLimited', 'vitrine_contact_messages_total{result="limited"}', '0x20 1x10'],
  ['MailsStuck', 'vitrine_outbox_stuck{instance="3001"}', '0x5 1x25'],
  ['MailsRefused', 'vitrine_outbox_refused{instance="3001"}', '0x5 1x25'],
  ['MemoryGrows', 'process_resident_memory_bytes{instance="3001"}', '150000000x5 400000000x25'],
];

/** Has promtool play these values, one a minute, and say which alerts ring after 25 minutes. */
async function expectAlerts(values: Readonly<Record<string, string>>, ringing: readonly string[]) {
  const dir = await temporaryFolder();
  writeFileSync(join(dir, 'vitrine.yml'), rules);
  const test = {
    rule_files: ['vitrine.yml'],
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(values).map(([series, each]) => ({ series, values: each })),
        promql_expr_test: [
          {
            // promtool compares whole alerts, so this asks for their names alone.
            expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
            eval_time: '25m',
            exp_samples: ringing.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
          },
        ],
      },
    ],
  };
  writeFileSync(join(dir, 'test.json'), JSON.stringify(test));
  await output(join(prometheus, '../promtool'), ['test', 'rules', 'test.json'], { cwd: dir });
}

it('no alert of the guide rings while all is well', () => expectAlerts(sound, []));

it.each(faults)('%s of the guide rings, and no other, when %s is %s', async (alert, series, values) => {
  // A missing sample means that nothing is watched, so the other process has none either.
  const others = values.includes('_')
    ? Object.keys(sound).filter((name) => /^up/.test(name) && /^up/.test(series))
    : [];
  await expectAlerts(
    { ...sound, [series]: values, ...Object.fromEntries(others.map((name) => [name, values])) },
    [alert],
  );
});

it('every alert of the guide is seen to ring', () => {
  expect([...new Set(faults.map(([alert]) => alert))].sort()).toEqual(alerts.toSorted());
});

it('Prometheus reads both processes through Caddy as the guide says, with the password alone, and rings when no message can be stored', async () => {
  const dir = await temporaryFolder();
  const at = (name: string) => join(dir, name);
  const caddy = await debianProgram('caddy');
  const [front, web] = [await freePort(), await freePort()];
  const sites = ['3001', '3002'].map((instance) => {
    mkdirSync(at(`run/${instance}`), { recursive: true });
    const env = { SOCKET: at(`run/${instance}/site.sock`), DATA_DIR: at('data'), PORT: '0' };
    return launch(process.execPath, ['src/start-server.ts'], { cwd: ROOT, env });
  });
  const hash = await output(caddy, ['hash-password', '--plaintext', 'secret']);
  writeFileSync(at('password'), 'secret');
  const places = [
    ['/run/vitrine', at('run')],
    ['HASH', hash.trim()],
    [':9180', `:${front}`],
  ] as const;
  writeFileSync(
    at('Caddyfile'),
    `{\n\tadmin off\n\tauto_https off\n}\n${replaceEach(blockWith('basicauth'), places)}`,
  );
  writeFileSync(at('vitrine.yml'), rules.replaceAll(/for: \d+m/g, 'for: 1s'));
  const config = replaceEach(blockWith('job_name: vitrine'), [
    [':9180', `:${front}`],
    ['/etc/prometheus/vitrine', at('password')],
  ]);
  writeFileSync(at('prometheus.yml'), `global: { scrape_interval: 3s, evaluation_interval: 1s }\n${config}`);
  const proxy = launch(caddy, ['run', '--config', at('Caddyfile'), '--adapter', 'caddyfile'], {
    env: { HOME: dir },
  });
  const watcher = launch(prometheus, [
    `--config.file=${at('prometheus.yml')}`,
    `--storage.tsdb.path=${at('tsdb')}`,
    `--web.listen-address=127.0.0.1:${web}`,
  ]);
  onTestFinished(async () => {
    await Promise.all([...sites, proxy, watcher].map((each) => each.end()));
  });
  const ask = async (query: string) => {
    const answer = await fetch(`http://127.0.0.1:${web}/api/v1/query?query=${encodeURIComponent(query)}`);
    const { data } = (await answer.json()) as {
      data: { result: { metric: Record<string, string>; value: [number, string] }[] };
    };
    return data.result
      .map(({ metric, value }) => `${metric['instance'] ?? metric['alertname']} ${value[1]}`)
      .sort();
  };
  let ringing: string[] = [];
  const ring = async () => {
    ringing = await ask('ALERTS{alertstate="firing"}');
    return ringing;
  };
  const said = () => [String(ringing), ...[...sites, proxy, watcher].map((each) => each.output())].join('\n');
  await until(async () => String(await ask('vitrine_accepts_messages')) === '3001 1,3002 1', said);
  expect(await ask('up')).toEqual(['3001 1', '3002 1']);
  expect((await fetch(`http://127.0.0.1:${front}/3001`)).status).toBe(401);
  await until(async () => (await ring()).length === 0, said);
  // Nobody posts, so only the probe can see it.
  rmSync(at('data/vitrine.db'));
  await until(async () => (await ring()).includes('MessagesNotAccepted 1'), said);
}, 300_000);

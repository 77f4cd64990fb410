import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, it, onTestFinished, vi } from 'vitest';
import { mailFix } from '../../src/cli/mail.server.ts';
import { createProgram } from '../../src/cli/program.server.ts';
import { freePort } from '../support/site.ts';
import { type ReceivedMail, type SinkMode, sinkForTest } from '../support/smtp-sink.ts';
import { runHere } from './run-here.ts';
import { expectSession } from './session.ts';
import { testStore } from './test-store.ts';

// Everything that an operator reads, approved as a whole.

/** Commander's own words, and passwords. */
const UNSAID = /Usage: |Options:|Commands:|display help|choices:|default:|error:|Did you mean|too many|pa55/;

it.each(globSync('*.txt', { cwd: import.meta.dirname }))('%s is in French, and tells no password', (name) => {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8');
  expect(text.replace(/^\$.*/gm, '')).not.toMatch(UNSAID);
});

const pathsOf = (command: Command, path = ''): string[] => [
  path,
  ...command.commands.flatMap((child) => pathsOf(child, `${path}${child.name()} `)),
];

it('every command is explained in the approved words', async () => {
  let session = '';
  for (const path of pathsOf(createProgram(process, async () => {})))
    session += `$ ${path}--help\n${(await runHere([...path.split(' ').filter(Boolean), '--help'], {})).stdout}\n`;
  await expect(session).toMatchFileSnapshot('help.txt');
});

function shown({ raw, parsed }: ReceivedMail): string {
  return [...(raw.match(/^(From|To): .*$/gm) ?? []), parsed.subject, '', parsed.text].join('\n');
}

it('an operator reads the approved words', async () => {
  const sink = await sinkForTest();
  const said = `{"content": ["Cannot send an empty message"]}\u001b[31m${'x'.repeat(300)}`;
  const receiver = createServer(({ url }, response) =>
    url === '/refuse' ? response.writeHead(400).end(said) : response.end(),
  );
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void receiver.close());
  const addresses = {
    SINK: sink.url,
    RECEIVER: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    NOWHERE: `http://127.0.0.1:${await freePort()}`,
  };
  const words = {
    mails: async () => ({ stdout: sink.messages.map(shown).join('\n') }),
    sink: async (mode: string) => {
      sink.mode = mode as SinkMode;
      return {};
    },
    fix: async (code: string) => ({ stdout: mailFix(code) }),
  };
  await expectSession('session.txt', async () => [addresses, words]);
});

it.each(['advanced', 'messages', 'profile'])('%s: an operator reads the approved words', (name) =>
  expectSession(`${name}.txt`),
);

const store = testStore('each');

it('mail test gives up after a minute', async () => {
  using limit = vi.spyOn(AbortSignal, 'timeout');
  const env = { SMTP_URL: (await sinkForTest()).url };
  expect(await store.runWith(env, 'mail', 'test')).toMatchObject({ code: 0 });
  expect(limit.mock.calls).toEqual([[60_000]]);
});

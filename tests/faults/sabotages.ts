/** A way to break the site that one of the attacks must notice. */
export interface Sabotage {
  what: string;
  /** The goal whose attack must fail. */
  goal: string;
  file: string;
  /** The texts to be replaced; each has to be there once. */
  changes: readonly (readonly [old: string, next: string])[];
}

const acceptance = 'src/contact/acceptance.server.ts';
const deliverNext = 'src/mail/deliver-next.server.ts';

export const sabotages: readonly Sabotage[] = [
  {
    what: 'a message is acknowledged before it is committed',
    goal: 'R1',
    file: acceptance,
    changes: [
      [
        'queue.push({ message, resolve, reject });',
        "queue.push({ message, resolve, reject });\n        resolve({ id: '' });",
      ],
    ],
  },
  {
    what: 'a mail is noted as sent before it is sent',
    goal: 'R1',
    file: deliverNext,
    changes: [
      [
        'const outcome = await attemptDelivery(',
        "await settlement.conclude(mail, { kind: 'accepted' });\n    const outcome = await attemptDelivery(",
      ],
    ],
  },
  {
    what: 'mails that are put off (4xx) count as refused',
    goal: 'R2',
    file: 'src/mail/transport.server.ts',
    changes: [['(failure.responseCode ?? 0) >= 500', '(failure.responseCode ?? 0) >= 400']],
  },
  {
    what: 'a message waits for the mail server',
    goal: 'R2',
    file: 'src/services.server.ts',
    changes: [
      ['wake: () => delivery?.wake()', 'wake: () => {}'],
      [
        'contact: metrics.counting(createContactIntake(acceptance, limiter)),',
        `contact: metrics.counting({
      async receive(raw, source) {
        const result = await createContactIntake(acceptance, limiter).receive(raw, source);
        await Promise.race([delivery?.runOnce(), new Promise((resolve) => setTimeout(resolve, 500))]);
        return result;
      },
    }),`,
      ],
    ],
  },
  {
    what: 'an unreachable mail server is asked again after an hour only',
    goal: 'R3',
    file: 'src/mail/retry-delays.ts',
    changes: [['capMs: Math.max(firstMs, 2 * MINUTE_MS)', 'capMs: Math.max(firstMs, 60 * MINUTE_MS)']],
  },
  {
    what: 'a mail that is refused for good counts as sent',
    goal: 'R4',
    file: 'src/mail/settlement.server.ts',
    changes: [
      [
        'permanent: (mail, { code }) => refuse(db, lease(mail), code)',
        'permanent: (mail) => complete(db, lease(mail), clock.now())',
      ],
    ],
  },
  {
    what: 'a lease is shorter than a delivery',
    goal: 'R5',
    file: deliverNext,
    changes: [['const LEASE_MS = 2 * 60_000;', 'const LEASE_MS = 2;']],
  },
  {
    what: 'two processes may claim the same row',
    goal: 'R5',
    file: 'src/mail/claim.server.ts',
    changes: [['due = due.forUpdate().skipLocked();', 'due = due.limit(limit);']],
  },
  {
    what: 'a message that could not be stored is acknowledged',
    goal: 'R6',
    file: acceptance,
    changes: [
      [
        'queue.push({ message, resolve, reject });',
        "queue.push({ message, resolve, reject: () => resolve({ id: '' }) });",
      ],
    ],
  },
  {
    what: 'a locked store is given up at once',
    goal: 'R7',
    file: 'src/storage/sqlite/open-sqlite.server.ts',
    changes: [['const BUSY_TIMEOUT_MS = 10_000;', 'const BUSY_TIMEOUT_MS = 10;']],
  },
  {
    what: 'nobody listens to a broken connection of the pool',
    goal: 'R8',
    file: 'src/storage/postgres/open-postgres.server.ts',
    changes: [
      ["pool.on('error', () => {});", ''],
      ["pool.on('connect', (client) => client.on('error', () => {}));", ''],
    ],
  },
  {
    what: 'every failure of an outage is logged',
    goal: 'R8',
    file: 'src/config/quiet-repeats.ts',
    changes: [['const SAME_TROUBLE_MS = 60_000;', 'const SAME_TROUBLE_MS = 0;']],
  },
  {
    what: 'SIGTERM ends the process at once',
    goal: 'R9',
    file: 'src/start-server.ts',
    changes: [['    await stop();\n    logger.info(startUp.stopped);', '    logger.info(startUp.stopped);']],
  },
  {
    what: 'answered connections are waited for',
    goal: 'R9',
    file: 'src/app.server.ts',
    changes: [['  endAnsweredConnections(app);\n', '']],
  },
  {
    what: 'due times are not mended after a jump of the clock',
    goal: 'R10',
    file: deliverNext,
    changes: [['    await guard.follow();\n', '']],
  },
  {
    what: 'retention trusts every clock',
    goal: 'R10',
    file: 'src/retention/run-retention.server.ts',
    changes: [["return now - last.ranAt > PLAUSIBLE_GAP_MS ? 'part' : 'all';", "return 'all';"]],
  },
  {
    what: 'SQLite does not wait for the disk',
    goal: 'R11',
    file: 'src/storage/sqlite/thread.server.ts',
    changes: [['pragma synchronous = full', 'pragma synchronous = off']],
  },
  {
    what: 'PostgreSQL answers before its log is on the disk',
    goal: 'R11',
    file: 'src/storage/postgres/open-postgres.server.ts',
    changes: [
      ["set_config('synchronous_commit', 'on', false)", "set_config('synchronous_commit', 'off', false)"],
    ],
  },
  {
    what: 'each message is committed alone, with a pause after it',
    goal: 'R12',
    file: acceptance,
    changes: [
      ['const MAX_GROUP = 200;', 'const MAX_GROUP = 1;'],
      [
        'await commit(group);',
        'await commit(group);\n      await new Promise((resolve) => setTimeout(resolve, 30));',
      ],
    ],
  },
  {
    what: 'a message leaves half a megabyte behind in memory',
    goal: 'R13',
    file: acceptance,
    changes: [
      ['  const queue: Waiting[] = [];', '  const kept: Buffer[] = [];\n  const queue: Waiting[] = [];'],
      ['    accept(message) {', '    accept(message) {\n      kept.push(Buffer.alloc(500_000, 1));'],
    ],
  },
];

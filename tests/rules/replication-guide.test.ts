import { expect, it } from 'vitest';
import { commandsOf, readGuide } from '../deploy/guide.ts';

it('docs/operations/replication.md names the spare only once it streams: every commit would wait for it until then', () => {
  const steps = readGuide('replication.md')
    .filter(({ heading, language }) => heading === 'PostgreSQL' && language === 'sh')
    .flatMap(commandsOf);
  const stepOf = (pattern: RegExp) => steps.findIndex((command) => pattern.test(command));
  const inOrder = [
    stepOf(/create role replicator/),
    stepOf(/pg_basebackup /),
    stepOf(/^systemctl start postgresql/),
    stepOf(/from pg_stat_replication/),
    stepOf(/synchronous_standby_names = 'spare'/),
    stepOf(/ promote$/),
    stepOf(/synchronous_standby_names = ''/),
  ];
  expect(inOrder[0]).toBe(0);
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
});

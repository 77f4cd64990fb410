import type { OutboxHealth } from './outbox-health.server.ts';

/** The state of the queue as gauges; the same from every process on one store. */
export function outboxGauges({ pending, refused, oldestSeconds, overdueSeconds, stuck }: OutboxHealth) {
  return [
    { name: 'vitrine_outbox_pending', help: 'Mails that wait.', value: pending },
    { name: 'vitrine_outbox_refused', help: 'Mails refused for good, until sent again.', value: refused },
    { name: 'vitrine_outbox_oldest_seconds', help: 'Age of the oldest waiting mail.', value: oldestSeconds },
    {
      name: 'vitrine_outbox_overdue_seconds',
      help: 'Since the longest overdue mail should have been taken.',
      value: overdueSeconds,
    },
    { name: 'vitrine_outbox_stuck', help: '1: somebody should look.', value: stuck ? 1 : 0 },
  ];
}

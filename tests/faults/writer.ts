// One life of a process that receives messages and delivers mails until it is killed:
// node writer.ts <location as JSON> <SMTP URL> <life>
import { systemClock } from '../../src/config/clock.ts';
import { storeMessage } from '../../src/contact/store-message.server.ts';
import { migrate } from '../../src/storage/migrate.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import { aMessage } from '../support/contact.ts';
import { deliveryOf } from './delivering.ts';

const AT_ONCE = 20;

const [location = '{}', smtpUrl = '', life = ''] = process.argv.slice(2);
const storage = await openStorage(JSON.parse(location));
await migrate(storage);
const delivery = deliveryOf(storage, smtpUrl);
delivery.start();

let sent = 0;
async function visitor(): Promise<void> {
  for (;;) {
    sent += 1;
    const label = `life-${life}-message-${sent}`;
    await storeMessage(storage, aMessage({ message: label }), systemClock.now());
    delivery.wake();
    process.stdout.write(`${label}\n`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
for (let count = 0; count < AT_ONCE; count += 1) void visitor();

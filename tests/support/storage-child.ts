// Another process on the same store, for `migrateInProcesses`: node storage-child.ts <location as JSON>
// It says `ready` once the store is open, and begins when its input ends, so that several begin together.
import { once } from 'node:events';
import { migrate } from '../../src/storage/migrate.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';

const [location = ''] = process.argv.slice(2);
const inputEnds = once(process.stdin.resume(), 'end');
const storage = await openStorage(JSON.parse(location));
process.stdout.write('ready\n');
await inputEnds;
process.stdout.write(JSON.stringify(await migrate(storage)));
await storage.close();

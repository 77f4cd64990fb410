import type { Attack } from './attack.ts';
import { diskFull } from './disk-full.ts';
import { kills } from './kills.ts';
import { load } from './load.ts';
import { mailOutage } from './mail-outage.ts';
import { mailTroubles } from './mail-troubles.ts';
import { postgresRestarts } from './postgres-restarts.ts';
import { soak } from './soak.ts';
import { stopInFlight } from './stop-in-flight.ts';
import { storeLocked } from './store-locked.ts';
import { twoProcesses } from './two-processes.ts';

/** Every attack, by what fails: one test file each, so that the groups run side by side. */
export const attacks = {
  mail: [mailTroubles, mailOutage],
  processes: [...kills, ...twoProcesses, stopInFlight],
  store: [diskFull, storeLocked, postgresRestarts, load, soak],
} satisfies Record<string, readonly Attack[]>;

import { serverLimits } from '../../src/http/connections.server.ts';

/*
 * Loaded into the sites that tests start (`node --import`): the other tests keep the machine busy, and a site would rightly refuse
 * requests (R12). `src/http/pressure.test.ts` proves that refusal; `npm run test:faults` runs alone and keeps it.
 */
serverLimits.maxEventLoopDelay = 0;

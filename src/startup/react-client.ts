/*
 * React makes four errors while its module is run: signals, whose traces nobody ever reads. Where an inspector listens
 * (Lighthouse, the developer tools), V8 takes the traces at once and reads the whole module anew for its lines: 15 ms, 60 on a
 * slow phone, in the one task that blocks there (docs/performance.md). So they are made without; later errors have theirs.
 */
import './no-stack-traces.ts';
import { hydrateRoot } from 'react-dom/client';
import { restoreStackTraces } from './no-stack-traces.ts';

restoreStackTraces();

export { hydrateRoot };

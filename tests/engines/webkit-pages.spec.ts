import { findWebKit } from '../../scripts/setup/browsers.mjs';
import { journeysIn, pageJourneys } from './journeys.ts';
import { startWebKit } from './webkit.ts';

// Two browsers with half of the journeys each: most of one is waiting.
journeysIn('WebKitGTK', () => startWebKit(findWebKit()), pageJourneys);

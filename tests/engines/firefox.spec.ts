import { findFirefox } from '../../scripts/setup/engines.mjs';
import { startFirefox } from './firefox.ts';
import { controlJourneys, journeysIn, pageJourneys } from './journeys.ts';

journeysIn('Firefox ESR', () => startFirefox(findFirefox()), [...pageJourneys, ...controlJourneys]);

import { findFirefox } from '../../scripts/setup/browsers.mjs';
import { startFirefox } from './firefox.ts';
import { controlJourneys, journeysIn, pageJourneys } from './journeys.ts';

journeysIn('Firefox ESR', () => startFirefox(findFirefox()), [...pageJourneys, ...controlJourneys]);

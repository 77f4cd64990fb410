import { findFirefox } from '../../scripts/setup/engines.mjs';
import { startFirefox } from './firefox.ts';
import { journeysIn } from './journeys.ts';

journeysIn('Firefox ESR', () => startFirefox(findFirefox()));
